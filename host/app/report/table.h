#pragma once

#include <string>
#include <vector>

namespace plyforge {

/// A table in text. Columns grow to the widest cell known when a line is made, so rows may also be printed one by one.
class Table {
 public:
  enum class Side { left, right };

  struct Column {
    std::string title;
    Side side = Side::right;
    std::size_t width = 0;  ///< at least so wide
  };

  using Row = std::vector<std::string>;

  explicit Table(std::vector<Column> columns);

  /// Widens the columns so that the row fits.
  void fit(const Row& row);

  /// The titles, as one line with its end.
  std::string header();

  /// One row, as one line with its end.
  std::string line(const Row& row);

  /// The titles and all rows.
  std::string text(const std::vector<Row>& rows);

 private:
  std::vector<Column> columns_;
};

}  // namespace plyforge
