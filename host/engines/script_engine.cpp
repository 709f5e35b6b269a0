#include "engines/answer_lines.h"
#include "engines/conversation.h"

namespace plyforge {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// A text as one word of a shell's command line.
std::string shell_word(const std::string& text) { return "'" + text + "'"; }  // FENs and moves have no quotes

/// A program that is run once per count, and exits after printing it.
class ScriptEngine : public Engine {
 public:
  explicit ScriptEngine(const EngineRequest& request) : request_(request) {}

  bool takes_moves() const override {
    return request_.protocol == Protocol::script || request_.command.find("{moves}") != std::string::npos;
  }

  EngineAnswer divide(const Query& query, const std::stop_token& stop) override {
    const Clock::time_point deadline = deadline_after(request_.seconds);
    ChildProcess child(command_line(query), arguments(query));
    child.close_input();
    AnswerLines answer(request_);
    std::string line;
    ChildProcess::Read read = ChildProcess::Read::line;
    while ((read = child.read_line(line, deadline, stop)) == ChildProcess::Read::line) answer.take(line);
    if (read != ChildProcess::Read::end) return failure_of(child, read, request_.seconds);
    EngineFailure failure = failure_of(child, read, request_.seconds);
    if (child.exit_code() != 0) return failure;
    if (!answer.empty()) return answer.divide();
    failure.kind = FaultKind::nonsense;
    failure.message = "printed no counts";
    return failure;
  }

 private:
  std::string command_line(const Query& query) const {
    if (request_.protocol == Protocol::script) return request_.command + " \"$@\"";
    std::string text = replaced(request_.command, "depth", std::to_string(query.depth));
    text = replaced(text, "fen", shell_word(query.fen));
    return replaced(text, "moves", shell_word(joined(query.moves)));
  }

  std::vector<std::string> arguments(const Query& query) const {
    if (request_.protocol != Protocol::script) return {};
    std::vector<std::string> words = {std::to_string(query.depth), query.fen};
    if (!query.moves.empty()) words.push_back(joined(query.moves));
    return words;
  }

  EngineRequest request_;
};

}  // namespace

std::unique_ptr<Engine> make_script_engine(const EngineRequest& request) {
  return std::make_unique<ScriptEngine>(request);
}

}  // namespace plyforge
