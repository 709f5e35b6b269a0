#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "service/schema.h"
#include "service/server.h"

// Endgame probes as clients of the tablebase server of Lichess ask them. Longest mates and zugzwangs of whole endgames
// are those that Prophet and Syzygy's tables give; the long example is the one in the README of
// github.com/lichess-org/lila-tablebase.

namespace plyforge::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class TablebaseOfServer : public ::testing::Test {
 protected:
  /// One server for all tests, which solves KPvK and what it depends on.
  static void SetUpTestSuite() {
    directory_ = new TemporaryDirectory();
    server_ = new Server({"--tables", directory_->path()});
    const std::int64_t job = server_->submit({{"kind", "endgame"}, {"ending", "KvKP"}});
    ASSERT_EQ(server_->wait(job), "done");
  }
  static void TearDownTestSuite() {
    delete server_;
    delete directory_;
  }

  static const Server& server() { return *server_; }

  static json ask(const std::string& route, const std::string& path, int status = 200) {
    static const OpenApi api(server_->get("/openapi.json").body);
    const Server::Answer answer = server_->get(path);
    EXPECT_EQ(answer.status, status) << path << ' ' << answer.body;
    EXPECT_EQ(api.fault("GET", route, answer.status, answer.type, answer.body), "") << path;
    return answer.body;
  }
  static json probe(const std::string& fen) { return ask("/standard", "/standard?fen=" + fen); }

 private:
  static TemporaryDirectory* directory_;
  static Server* server_;
};

TemporaryDirectory* TablebaseOfServer::directory_ = nullptr;
Server* TablebaseOfServer::server_ = nullptr;

TEST_F(TablebaseOfServer, AJobSolvedWhatItNeeded) {
  const json result = ask("/api/jobs/{id}/result", "/api/jobs/1/result");
  EXPECT_EQ(result["ending"], "KPvK");
  ASSERT_EQ(result["tables"].size(), 5U);
  EXPECT_EQ(result["tables"][4]["ending"], "KPvK");
  EXPECT_EQ(ask("/api/endgames", "/api/endgames")["endings"].size(), 5U);
  const json info = ask("/api/info", "/api/info");
  EXPECT_EQ(info["tables"], true);
  EXPECT_EQ(server().post("/api/jobs", {{"kind", "endgame"}, {"ending", "KQQvKQQ"}}).status, 400);
  EXPECT_EQ(server().post("/api/jobs", {{"kind", "endgame"}, {"ending", "KXvK"}}).status, 400);
}

TEST_F(TablebaseOfServer, TheFieldsThatClientsKnow) {
  const json answer = probe("7k/8/6K1/8/8/8/8/5Q2_w_-_-_0_1");  // underscores as that server has them
  EXPECT_EQ(answer["category"], "win");
  EXPECT_EQ(answer["dtm"], 1);
  EXPECT_EQ(answer["dtz"], 1);
  EXPECT_EQ(answer["precise_dtz"], 1);
  for (const char* field : {"checkmate", "stalemate", "variant_win", "variant_loss", "insufficient_material"}) {
    EXPECT_EQ(answer[field], false) << field;
  }
  const json& best = answer["moves"][0];
  EXPECT_EQ(best["uci"], "f1f8");
  EXPECT_EQ(best["san"], "Qf8#");
  EXPECT_EQ(best["zeroing"], false);
  EXPECT_EQ(best["checkmate"], true);
  EXPECT_EQ(best["category"], "loss");
  EXPECT_EQ(best["dtz"], -1);
  EXPECT_EQ(best["dtm"], 0);
  const json& worst = answer["moves"].back();
  EXPECT_EQ(worst["category"], "draw");
  EXPECT_EQ(worst["dtm"], 0);
}

TEST_F(TablebaseOfServer, DrawsAndEnds) {
  const json stalemate = probe("8/8/8/8/8/2k5/2p5/2K5_w_-_-_0_1");
  EXPECT_EQ(stalemate["stalemate"], true);
  EXPECT_EQ(stalemate["category"], "draw");
  EXPECT_EQ(stalemate["dtz"], 0);
  EXPECT_TRUE(stalemate["moves"].empty());
  const json bare = probe("8/8/8/8/8/2k5/8/2K5_w_-_-_0_1");
  EXPECT_EQ(bare["insufficient_material"], true);
  EXPECT_EQ(bare["category"], "draw");
  const json mated = probe("R6k/8/6K1/8/8/8/8/8_b_-_-_0_1");
  EXPECT_EQ(mated["checkmate"], true);
  EXPECT_EQ(mated["category"], "loss");
  EXPECT_EQ(mated["dtm"], 0);
}

TEST_F(TablebaseOfServer, TheClockDecidesWhatAWinIsWorth) {
  const std::string position = "8/8/8/8/8/2k5/8/K6R_w_-_-_";
  EXPECT_EQ(probe(position + "0_1")["category"], "win");
  EXPECT_EQ(probe(position + "98_100")["category"], "cursed-win");
  EXPECT_EQ(probe(position + "0_1")["dtm"], probe(position + "98_100")["dtm"]);
}

TEST_F(TablebaseOfServer, WhereATableIsMissing) {
  const json answer = probe("8/8/8/8/2r5/8/2k5/K6Q_w_-_-_0_1");
  EXPECT_EQ(answer["category"], "unknown");
  EXPECT_TRUE(answer["dtz"].is_null());
  EXPECT_TRUE(answer["dtm"].is_null());
  EXPECT_EQ(answer["moves"].size(), 21U);
  ask("/standard/mainline", "/standard/mainline?fen=8/8/8/8/2r5/8/2k5/K6Q_w_-_-_0_1", 404);
  EXPECT_EQ(probe("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1")["category"], "unknown");
  ask("/api/endgames/{ending}", "/api/endgames/KQvKR", 404);
  ask("/api/endgames/{ending}", "/api/endgames/KXvK", 400);
  ask("/standard", "/standard", 400);
  ask("/standard", "/standard?fen=nonsense", 400);
}

TEST_F(TablebaseOfServer, MainlineEndsInMate) {
  const json answer = ask("/standard/mainline", "/standard/mainline?fen=8/8/8/8/8/2k5/8/K6R_w_-_-_0_1");
  EXPECT_EQ(answer["winner"], "w");
  const json& line = answer["mainline"];
  ASSERT_EQ(line.size(), answer["dtz"].get<std::size_t>());  // nothing is taken on the way
  EXPECT_THAT(line.back()["san"].get<std::string>(), HasSubstr("#"));
  EXPECT_EQ(line.back()["dtz"], -1);
  const json drawn = ask("/standard/mainline", "/standard/mainline?fen=8/8/8/8/8/2k5/2p5/2K5_w_-_-_0_1");
  EXPECT_TRUE(drawn["mainline"].empty());
  EXPECT_TRUE(drawn["winner"].is_null());
}

TEST_F(TablebaseOfServer, ManyAtOnce) {
  const Server::Answer answer = server().post("/standard", {{"fens", {"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "nonsense"}}});
  ASSERT_EQ(answer.status, 200);
  const OpenApi api(server().get("/openapi.json").body);
  EXPECT_EQ(api.fault("POST", "/standard", answer.status, answer.type, answer.body), "");
  EXPECT_EQ(answer.body["positions"][0]["answer"], probe("7k/8/6K1/8/8/8/8/5Q2_w_-_-_0_1"));
  EXPECT_EQ(answer.body["positions"][1]["problem"]["status"], 400);
  EXPECT_EQ(server().post("/standard", {{"fens", json::array()}}).status, 400);
  EXPECT_EQ(server().post("/standard", {{"fens", std::vector<std::string>(1001, "8")}}).status, 400);
}

TEST_F(TablebaseOfServer, StatisticsOfAnEndgame) {
  const auto longest = [](const json& histogram) {
    int plies = 0;
    for (const auto& [text, count] : histogram.items()) plies = std::max(plies, std::stoi(text));
    return plies;
  };
  const json rook = ask("/api/endgames/{ending}", "/api/endgames/KRvK");
  EXPECT_EQ(rook["white_to_move"]["positions"], "21959");
  EXPECT_EQ(rook["black_to_move"]["positions"], "28056");
  EXPECT_EQ(longest(rook["white_to_move"]["win_dtm"]), 31);
  const json pawn = ask("/api/endgames/{ending}", "/api/endgames/KvKP");  // named the other way round
  EXPECT_EQ(pawn["ending"], "KPvK");
  EXPECT_EQ(pawn["white_to_move"]["positions"], "81664");
  EXPECT_EQ(longest(pawn["white_to_move"]["win_dtm"]), 55);
  EXPECT_EQ(pawn["mutual_zugzwangs"]["draw_or_win"], "80");
  EXPECT_EQ(ask("/api/endgames/{ending}", "/api/endgames/KPvK"), pawn);  // remembered
}

TEST(TablebaseLong, TheExampleOfTheServerThatWeAnswerLike) {
  const TemporaryDirectory directory;
  ASSERT_EQ(run({"endgame", "solve", "KPvKP", "--dir", directory.path()}).exit_code, 0);
  const Server server({"--tables", directory.path()});
  const std::string fen = "4k3/6KP/8/8/8/8/7p/8_w_-_-_0_1";
  const Server::Answer whole = server.get("/standard?fen=" + fen);
  EXPECT_EQ(whole.headers.find("Access-Control-Allow-Origin")->second, "*");
  const json& answer = whole.body;
  EXPECT_EQ(answer["category"], "win");
  EXPECT_EQ(answer["dtz"], 1);
  EXPECT_EQ(answer["dtm"], 17);
  const json& best = answer["moves"][0];
  EXPECT_EQ(best["uci"], "h7h8q");
  EXPECT_EQ(best["san"], "h8=Q+");
  EXPECT_EQ(best["dtz"], -2);
  EXPECT_EQ(best["dtm"], -16);
  EXPECT_EQ(best["zeroing"], true);
  EXPECT_EQ(best["category"], "loss");
  const json mainline = server.get("/standard/mainline?fen=" + fen).body;
  EXPECT_EQ(mainline["winner"], "w");
  ASSERT_EQ(mainline["mainline"].size(), 17U);
  const int dtz[] = {-2, 1, -14, 13, -12, 11, -10, 9, -8, 7, -6, 5, -4, 3, -2, 1, -1};
  for (std::size_t i = 0; i < 17; ++i) EXPECT_EQ(mainline["mainline"][i]["dtz"], dtz[i]) << i;
}

}  // namespace
}  // namespace plyforge::testing
