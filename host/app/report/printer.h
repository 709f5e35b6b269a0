#pragma once

#include <memory>
#include <vector>

#include "app/input/positions.h"
#include "app/report/divide_rows.h"
#include "app/session/output.h"
#include "app/session/requests.h"

namespace plyforge {

/// How counts are printed.
struct PrintRequest {
  Style style = Style::text;
  LeafRequest leaf;
  bool merge = true;
  bool many = false;     ///< more than one position may come
  bool verbose = false;  ///< say where the time went, ply by ply
};

/// Prints counts as they come in, in one of the styles.
class Printer {
 public:
  virtual ~Printer() = default;
  virtual void perft(const InputPosition& position, int depth, const CountReport& report) = 0;
  virtual void divide(const InputPosition& position, int depth, const CountReport& report,
                      const std::vector<DivideRow>& rows) = 0;
};

/// The printer of the style asked for; it writes to `out`, which must outlive it.
std::unique_ptr<Printer> make_printer(const PrintRequest& request, Output& out);

// One a file:
std::unique_ptr<Printer> make_text_printer(const PrintRequest& request, Output& out);
std::unique_ptr<Printer> make_json_printer(const PrintRequest& request, Output& out);
std::unique_ptr<Printer> make_csv_printer(const PrintRequest& request, Output& out);
std::unique_ptr<Printer> make_move_list_printer(const PrintRequest& request, Output& out);

/// Leaves a second as a whole number; 0 where the time was too short to say.
double nodes_per_second(const CountReport& report);

}  // namespace plyforge
