/// Text as METEOR 1.5 cuts it: punctuation stands by itself, and so does a full stop where a sentence ends.
///
/// The rules work on code points and on a set of letters of their own: Latin with its marks, and Cyrillic. They are tried
/// one after the other, each from left to right over the whole text, and what one has matched it does not look at
/// again: in "a,b,c" only the first comma is cut off. Case is left as it is. Time grows with the text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>

namespace mtassay {

/// To which of two words an apostrophe between letters belongs.
enum class Apostrophes : std::uint8_t {
  right,  ///< it 's, as in English
  left,   ///< l' eau, as in French
  alone,
};

struct MeteorRules {
  Apostrophes apostrophes = Apostrophes::alone;
  bool keep_punctuation = true;
  std::unordered_set<std::string_view> prefixes;        ///< words after which a full stop ends no sentence
  std::unordered_set<std::string_view> number_prefixes; ///< the same, before numbers alone
};

/// Keeps memory between texts, so each thread has its own.
class MeteorNormalizer {
 public:
  explicit MeteorNormalizer(const MeteorRules& rules) : rules_(rules) {}
  /// Replaces `normalized` by the words of `text` with blanks between them.
  void operator()(std::string_view text, std::string& normalized);

 private:
  void separate(std::string_view text);
  void cut_commas();
  void unify_quotes_and_dashes();
  void cut_apostrophes();
  void cut_full_stops();
  void write(std::string& normalized);

  template <class Left, class Right>
  void replace_between(Left left, char32_t middle, Right right, std::u32string_view put);

  const MeteorRules& rules_;
  std::u32string text_, other_;
};

}  // namespace mtassay
