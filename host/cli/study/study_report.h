#pragma once

#include <cstddef>
#include <string>

#include "app/session/requests.h"
#include "app/work/study_result.h"

namespace plyforge {

/// How `study` prints.
struct StudyFormat {
  Style style = Style::text;  ///< text is EPD
  bool pgn = false;           ///< or PGN instead
  StudyParts parts;           ///< what was asked for
};

/// What comes before all results: the header of CSV, else nothing.
std::string study_header(const StudyFormat& format);

/// One result, whole lines. `file` and `line` say where the position came from.
std::string study_text(const StudyFormat& format, const StudyResult& study, const std::string& file, std::size_t line);

/// The part of --help that explains EPD's operations and the fields.
extern const char* const kStudyFieldsHelp;

}  // namespace plyforge
