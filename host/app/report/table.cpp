#include "app/report/table.h"

#include <algorithm>

namespace plyforge {

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {
  for (Column& column : columns_) column.width = std::max(column.width, column.title.size());
}

void Table::fit(const Row& row) {
  for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].width = std::max(columns_[i].width, row[i].size());
}

std::string Table::header() {
  Row titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  return line(titles);
}

std::string Table::line(const Row& row) {
  fit(row);
  std::string text;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (i != 0) text += "  ";
    const std::string padding(columns_[i].width - row[i].size(), ' ');
    text += columns_[i].side == Side::left ? row[i] + padding : padding + row[i];
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

std::string Table::text(const std::vector<Row>& rows) {
  for (const Row& row : rows) fit(row);
  std::string text = header();
  for (const Row& row : rows) text += line(row);
  return text;
}

}  // namespace plyforge
