/// METEOR 1.5, as Python sees it.
#include "bindings.hpp"
#include "meteor_normalizer.hpp"
#include "meteor_rows.hpp"
#include "phrase_table.hpp"

#include <nanobind/stl/shared_ptr.h>

#include <algorithm>
#include <memory>

using namespace nanobind::literals;

namespace mtassay {
namespace {

using GivenNumbers = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using GivenFlags = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Array>
auto view(const Array& array) {
  return std::span(array.data(), array.size());
}

void check_rising(std::span<const std::int64_t> starts, std::size_t count, const char* message) {
  if (starts.empty() || starts.front() != 0 || starts.back() != static_cast<std::int64_t>(count) ||
      !std::is_sorted(starts.begin(), starts.end())) {
    throw nb::value_error(message);
  }
}

NumberedView make_numbered(const GivenNumbers& numbers, const Starts& starts, std::size_t words) {
  check_rising(view(starts), numbers.size(), "starts must rise from 0 to the number of words");
  for (const std::int32_t number : view(numbers)) {
    if (number < 0 || static_cast<std::size_t>(number) >= words) throw nb::value_error("a number is out of range");
  }
  return {view(numbers), view(starts)};
}

/// An index of phrases with the bytes that it is read from.
class HeldPhrases {
 public:
  explicit HeldPhrases(GivenFlags bytes)
      : bytes_(std::move(bytes)), table_({reinterpret_cast<const char*>(bytes_.data()), bytes_.size()}) {}
  const PhraseTable& table() const { return table_; }

 private:
  GivenFlags bytes_;
  PhraseTable table_;
};

Numbers bind_phrase_words(const HeldPhrases& phrases, const Segments& words) {
  return make_array<Numbers, std::int32_t>(words.size(), {words.size()}, [&](std::span<std::int32_t> numbers) {
    for (std::size_t i = 0; i < words.size(); ++i) numbers[i] = phrases.table().word(words[i]);
  });
}

using Bytes = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>;

Bytes bind_finish(PhraseTableBuilder& builder, const nb::bytes& digest) {
  PhraseDigest told{};
  if (digest.size() != told.size()) throw nb::value_error("a digest has 32 bytes");
  std::copy_n(digest.c_str(), told.size(), told.begin());
  std::vector<std::uint8_t> index = without_python([&] { return builder.finish(told); });
  const std::size_t size = index.size();
  return give_array<Bytes>(std::move(index), {size});
}

/// Arrays of what is known of words; they are held as long as this is.
class Knowledge {
 public:
  Knowledge(GivenNumbers stems, Starts synset_starts, GivenNumbers synsets, GivenFlags functions, GivenNumbers sizes,
            GivenNumbers phrase_words, std::shared_ptr<HeldPhrases> phrases)
      : stems_(std::move(stems)),
        synset_starts_(std::move(synset_starts)),
        synsets_(std::move(synsets)),
        functions_(std::move(functions)),
        sizes_(std::move(sizes)),
        phrase_words_(std::move(phrase_words)),
        phrases_(std::move(phrases)),
        words_{view(stems_),
               view(synset_starts_),
               view(synsets_),
               view(functions_),
               view(sizes_),
               view(phrase_words_),
               phrases_ ? &phrases_->table() : nullptr} {
    const std::size_t count = functions_.size();
    if (sizes_.size() != count || (stems_.size() != 0 && stems_.size() != count)) {
      throw nb::value_error("each word needs a size, and a stem where words have stems");
    }
    if (std::ranges::any_of(words_.functions, [](std::uint8_t flag) { return flag > 1; })) {
      throw nb::value_error("a flag is 0 or 1");
    }
    if (phrases_ && phrase_words_.size() != count) throw nb::value_error("each word needs its number in the phrases");
    if (synset_starts_.size() == 0) return;
    if (synset_starts_.size() != count + 1) throw nb::value_error("each word needs a place for its synsets");
    check_rising(words_.synset_starts, synsets_.size(), "starts of synsets must rise from 0 to their number");
  }

  std::size_t size() const { return functions_.size(); }
  const MeteorWords& words() const { return words_; }

 private:
  GivenNumbers stems_;
  Starts synset_starts_;
  GivenNumbers synsets_;
  GivenFlags functions_;
  GivenNumbers sizes_;
  GivenNumbers phrase_words_;
  std::shared_ptr<HeldPhrases> phrases_;
  MeteorWords words_;
};

Rows bind_rows(const GivenNumbers& left, const Starts& left_starts, const GivenNumbers& right,
               const Starts& right_starts, const Starts& groups, const Knowledge& knowledge, unsigned threads) {
  const NumberedView ours = make_numbered(left, left_starts, knowledge.size());
  const NumberedView theirs = make_numbered(right, right_starts, knowledge.size());
  if (groups.size() != left_starts.size()) throw nb::value_error("each hypothesis needs a group of references");
  check_rising(view(groups), theirs.size(), "groups must rise from 0 to the number of references");
  return make_rows(theirs.size(), meteor_row_width, [&](std::span<double> rows) {
    meteor_rows(ours, theirs, view(groups), knowledge.words(), threads, rows);
  });
}

nb::list bind_pairs(const GivenNumbers& hypothesis, const GivenNumbers& reference, const Knowledge& knowledge) {
  for (const auto& text : {view(hypothesis), view(reference)}) {
    for (const std::int32_t number : text) {
      if (number < 0 || static_cast<std::size_t>(number) >= knowledge.size()) {
        throw nb::value_error("a number is out of range");
      }
    }
  }
  MeteorMatcher match(knowledge.words());
  nb::list pairs;
  for (const PhrasePair& pair : match(view(hypothesis), view(reference))) {
    pairs.append(nb::make_tuple(pair.hypothesis, pair.hypothesis_length, pair.reference, pair.reference_length,
                                unsigned{pair.stage}));
  }
  return pairs;
}

nb::list bind_normalize(const Segments& texts, Apostrophes apostrophes, bool keep_punctuation,
                        const Segments& prefixes, const Segments& number_prefixes) {
  const MeteorRules rules{apostrophes,
                          keep_punctuation,
                          {prefixes.texts.begin(), prefixes.texts.end()},
                          {number_prefixes.texts.begin(), number_prefixes.texts.end()}};
  MeteorNormalizer normalize(rules);
  std::string normalized;
  nb::list lines;
  for (const std::string_view text : texts.texts) {
    normalize(text, normalized);
    lines.append(nb::str(normalized.data(), normalized.size()));
  }
  return lines;
}

}  // namespace

void add_meteor(nb::module_& module) {
  nb::enum_<Apostrophes>(module, "Apostrophes", "To which of two words an apostrophe between letters belongs.")
      .value("RIGHT", Apostrophes::right)
      .value("LEFT", Apostrophes::left)
      .value("ALONE", Apostrophes::alone);
  module.def("meteor_normalize", &bind_normalize, "texts"_a, "apostrophes"_a, "keep_punctuation"_a, "prefixes"_a,
             "number_prefixes"_a,
             nb::sig("def meteor_normalize(texts: Segments, apostrophes: Apostrophes, keep_punctuation: bool, "
                     "prefixes: Segments, number_prefixes: Segments) -> list[str]"),
             "Each text as METEOR cuts it into words, with single blanks between them; case stays.");
  nb::class_<PhraseTableBuilder>(module, "PhraseTableBuilder", "Makes an index of a table of phrases.")
      .def(nb::init<>())
      .def(
          "add", [](PhraseTableBuilder& builder, const nb::bytes& text) {
            const std::string_view piece(text.c_str(), text.size());
            without_python([&] { return builder.add(piece), 0; });
          },
          "text"_a, "More of the text of the table, in pieces of any size.")
      .def_prop_ro("lines", &PhraseTableBuilder::lines, "How many lines there were.")
      .def("finish", &bind_finish, "digest"_a,
           nb::sig("def finish(self, digest: bytes) -> numpy.typing.NDArray[numpy.uint8]"),
           "The index, with 32 bytes that tell what it was made of.");
  nb::class_<HeldPhrases>(module, "PhraseTable", "An index of phrases, read in place.")
      .def(nb::init<GivenFlags>(), "index"_a,
           nb::sig("def __init__(self, index: numpy.typing.NDArray[numpy.uint8]) -> None"))
      .def_prop_ro("digest", [](const HeldPhrases& phrases) {
        const PhraseDigest& digest = phrases.table().digest();
        return nb::bytes(digest.data(), digest.size());
      })
      .def_prop_ro("phrases", [](const HeldPhrases& phrases) { return phrases.table().phrases(); })
      .def("__len__", [](const HeldPhrases& phrases) { return phrases.table().entries(); })
      .def("words", &bind_phrase_words, "words"_a,
           nb::sig("def words(self, words: Segments) -> numpy.typing.NDArray[numpy.int32]"),
           "The number of each word in the index, -1 where it has none.");
  nb::class_<Knowledge>(module, "MeteorWords", "What METEOR knows of words, by their numbers.")
      .def(nb::init<GivenNumbers, Starts, GivenNumbers, GivenFlags, GivenNumbers, GivenNumbers,
                    std::shared_ptr<HeldPhrases>>(),
           "stems"_a, "synset_starts"_a, "synsets"_a, "functions"_a, "sizes"_a, "phrase_words"_a,
           "phrases"_a.none(),
           nb::sig("def __init__(self, stems: numpy.typing.NDArray[numpy.int32], "
                   "synset_starts: numpy.typing.NDArray[numpy.int64], synsets: numpy.typing.NDArray[numpy.int32], "
                   "functions: numpy.typing.NDArray[numpy.uint8], sizes: numpy.typing.NDArray[numpy.int32], "
                   "phrase_words: numpy.typing.NDArray[numpy.int32], phrases: PhraseTable | None) -> None"))
      .def("__len__", &Knowledge::size);
  module.def("meteor_rows", &bind_rows, "hypotheses"_a, "hypothesis_starts"_a, "references"_a, "reference_starts"_a,
             "groups"_a, "words"_a, "threads"_a,
             nb::sig("def meteor_rows(hypotheses: numpy.typing.NDArray[numpy.int32], "
                     "hypothesis_starts: numpy.typing.NDArray[numpy.int64], "
                     "references: numpy.typing.NDArray[numpy.int32], "
                     "reference_starts: numpy.typing.NDArray[numpy.int64], "
                     "groups: numpy.typing.NDArray[numpy.int64], words: MeteorWords, threads: int) "
                     "-> numpy.typing.NDArray[numpy.float64]"),
             "METEOR's counts, a row for each reference.");
  module.def("meteor_pairs", &bind_pairs, "hypothesis"_a, "reference"_a, "words"_a,
             nb::sig("def meteor_pairs(hypothesis: numpy.typing.NDArray[numpy.int32], "
                     "reference: numpy.typing.NDArray[numpy.int32], words: MeteorWords) "
                     "-> list[tuple[int, int, int, int, int]]"),
             "Stretches that go together: start and length in the hypothesis and in the reference, and the stage.");
}

}  // namespace mtassay
