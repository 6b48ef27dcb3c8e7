/// N-grams, as Python sees them.
#include "bindings.hpp"
#include "ngram_rows.hpp"
#include "ngrams.hpp"
#include "nist.hpp"
#include "pairwise_rows.hpp"
#include "rouge_rows.hpp"
#include "shared_words.hpp"
#include "skip_ngrams.hpp"

using namespace nanobind::literals;

namespace mtassay {
namespace {

Rows bind_word_overlap(const Segments& hypotheses, const Segments& references, const Starts& starts,
                       Tokenization tokenization, std::size_t max_order, ReferenceLength reference_length,
                       unsigned threads) {
  check_positive_order(max_order);
  const References checked = make_references(hypotheses, references, starts);
  return make_rows(hypotheses.size(), 2 + 2 * max_order, [&](std::span<double> rows) {
    word_overlap_rows(hypotheses, checked, tokenization, max_order, reference_length, threads, rows);
  });
}

Rows bind_character_overlap(const Segments& hypotheses, const Segments& references, const Starts& starts,
                            std::size_t character_order, std::size_t word_order, bool keep_space, unsigned threads) {
  check_order(character_order);
  check_order(word_order);
  const References checked = make_references(hypotheses, references, starts);
  return make_rows(references.size(), 3 * (character_order + word_order), [&](std::span<double> rows) {
    character_overlap_rows(hypotheses, checked, character_order, word_order, keep_space, threads, rows);
  });
}

Rows bind_shared_words(const Segments& hypotheses, const Segments& references, const Starts& starts,
                       Tokenization tokenization, WordForm form, std::size_t max_order, unsigned threads) {
  check_positive_order(max_order);
  const References checked = make_references(hypotheses, references, starts);
  return make_rows(references.size(), shared_word_columns + max_order, [&](std::span<double> rows) {
    shared_word_rows(hypotheses, checked, tokenization, form, max_order, threads, rows);
  });
}

NgramInformation make_information(const Segments& references, Tokenization tokenization, std::size_t max_order) {
  check_positive_order(max_order);
  const nb::gil_scoped_release released;
  return {references, tokenization, max_order};
}

Rows bind_nist(const Segments& hypotheses, const Segments& references, const Starts& starts,
               const NgramInformation& information, NistStyle style, unsigned threads) {
  const References checked = make_references(hypotheses, references, starts);
  return make_rows(hypotheses.size(), 2 + 2 * information.max_order(), [&](std::span<double> rows) {
    nist_rows(hypotheses, checked, information, style, threads, rows);
  });
}

Rows bind_rouge(const Segments& hypotheses, const Segments& references, const Starts& starts, RougeUnit unit,
                std::size_t order, unsigned threads) {
  check_positive_order(order);
  const References checked = make_references(hypotheses, references, starts);
  return make_rows(references.size(), 3, [&](std::span<double> rows) {
    rouge_rows(hypotheses, checked, unit, order, threads, rows);
  });
}

Rows bind_skip_ngrams(const Segments& hypotheses, const Segments& references, const Starts& starts,
                      Tokenization tokenization, std::size_t order, double decay, unsigned threads) {
  check_positive_order(order);
  const References checked = make_references(hypotheses, references, starts);
  return make_rows(references.size(), 3, [&](std::span<double> rows) {
    skip_ngram_rows(hypotheses, checked, tokenization, order, decay, threads, rows);
  });
}

Rows bind_pairwise_words(const Segments& hypotheses, const Segments& references, Tokenization tokenization,
                         std::size_t max_order, unsigned threads) {
  check_positive_order(max_order);
  return make_rows(hypotheses.size() * references.size(), 2 + 2 * max_order, [&](std::span<double> rows) {
    if (!rows.empty()) pairwise_word_rows(hypotheses, references, tokenization, max_order, threads, rows);
  });
}

Rows bind_pairwise_characters(const Segments& hypotheses, const Segments& references, std::size_t character_order,
                              std::size_t word_order, bool keep_space, unsigned threads) {
  check_order(character_order);
  check_order(word_order);
  const std::size_t columns = 3 * (character_order + word_order);
  return make_rows(hypotheses.size() * references.size(), columns, [&](std::span<double> rows) {
    if (rows.empty()) return;
    pairwise_character_rows(hypotheses, references, character_order, word_order, keep_space, threads, rows);
  });
}

}  // namespace

void add_ngrams(nb::module_& module) {
  nb::enum_<ReferenceLength>(module, "ReferenceLength", "Which length several references count as.")
      .value("CLOSEST", ReferenceLength::closest)
      .value("SHORTEST", ReferenceLength::shortest)
      .value("AVERAGE", ReferenceLength::average)
      .value("LONGEST", ReferenceLength::longest);
  nb::enum_<WordForm>(module, "WordForm", "What is made of words before they are compared.")
      .value("WHOLE", WordForm::whole)
      .value("FIRST_FOUR", WordForm::first_four)
      .value("LAST_FOUR", WordForm::last_four)
      .value("FIRST_FOUR_LAST_TWO", WordForm::first_four_last_two)
      .value("PIECES_OF_FOUR", WordForm::pieces_of_four)
      .value("LONG_ONLY", WordForm::long_only);
  nb::enum_<NistStyle>(module, "NistStyle", "Which matches count where a segment has several references.")
      .value("MTEVAL", NistStyle::mteval)
      .value("NLTK", NistStyle::nltk);
  nb::enum_<RougeUnit>(module, "RougeUnit", "What a hypothesis and a reference may share.")
      .value("NGRAM", RougeUnit::ngram)
      .value("SUBSEQUENCE", RougeUnit::subsequence)
      .value("SENTENCES", RougeUnit::sentences);
  module.def("word_overlap_rows", &bind_word_overlap, "hypotheses"_a, "references"_a, "starts"_a, "tokenization"_a,
             "max_order"_a, "reference_length"_a, "threads"_a,
             nb::sig("def word_overlap_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, max_order: int, "
                     "reference_length: ReferenceLength, threads: int) -> numpy.typing.NDArray[numpy.float64]"),
             "Lengths, clipped matches and totals of word n-grams, a row for each segment.");
  module.def("character_overlap_rows", &bind_character_overlap, "hypotheses"_a, "references"_a, "starts"_a,
             "character_order"_a, "word_order"_a, "keep_space"_a, "threads"_a,
             nb::sig("def character_overlap_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], character_order: int, word_order: int, "
                     "keep_space: bool, threads: int) -> numpy.typing.NDArray[numpy.float64]"),
             "Totals and matches of character and word n-grams, a row for each reference.");
  module.def("shared_word_rows", &bind_shared_words, "hypotheses"_a, "references"_a, "starts"_a, "tokenization"_a,
             "form"_a, "max_order"_a, "threads"_a,
             nb::sig("def shared_word_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, form: WordForm, "
                     "max_order: int, threads: int) -> numpy.typing.NDArray[numpy.float64]"),
             "Sizes, order of shared words and matches of n-grams, a row for each reference.");
  nb::class_<NgramInformation>(module, "NgramInformation", "How much information n-grams carry, by the references.")
      .def(
          "__init__",
          [](NgramInformation* self, const Segments& references, Tokenization tokenization, std::size_t max_order) {
            new (self) NgramInformation(make_information(references, tokenization, max_order));
          },
          "references"_a, "tokenization"_a, "max_order"_a);
  module.def("nist_rows", &bind_nist, "hypotheses"_a, "references"_a, "starts"_a, "information"_a, "style"_a,
             "threads"_a,
             nb::sig("def nist_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], information: NgramInformation, style: NistStyle, "
                     "threads: int) -> numpy.typing.NDArray[numpy.float64]"),
             "Lengths, information of matches and totals of word n-grams, a row for each segment.");
  module.def("rouge_rows", &bind_rouge, "hypotheses"_a, "references"_a, "starts"_a, "unit"_a, "order"_a, "threads"_a,
             nb::sig("def rouge_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], unit: RougeUnit, order: int, threads: int) "
                     "-> numpy.typing.NDArray[numpy.float64]"),
             "What both share, what the hypothesis has and what the reference has, a row for each reference.");
  module.def("skip_ngram_rows", &bind_skip_ngrams, "hypotheses"_a, "references"_a, "starts"_a, "tokenization"_a,
             "order"_a, "decay"_a, "threads"_a,
             nb::sig("def skip_ngram_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, order: int, "
                     "decay: float, threads: int) -> numpy.typing.NDArray[numpy.float64]"),
             "Skip n-grams that both have in common, and each with itself, a row for each reference.");
  module.def("pairwise_word_rows", &bind_pairwise_words, "hypotheses"_a, "references"_a, "tokenization"_a,
             "max_order"_a, "threads"_a,
             nb::sig("def pairwise_word_rows(hypotheses: Segments, references: Segments, tokenization: Tokenization, "
                     "max_order: int, threads: int) -> numpy.typing.NDArray[numpy.float64]"),
             "The rows of word_overlap_rows for every hypothesis with every reference by itself.");
  module.def("pairwise_character_rows", &bind_pairwise_characters, "hypotheses"_a, "references"_a,
             "character_order"_a, "word_order"_a, "keep_space"_a, "threads"_a,
             nb::sig("def pairwise_character_rows(hypotheses: Segments, references: Segments, character_order: int, "
                     "word_order: int, keep_space: bool, threads: int) -> numpy.typing.NDArray[numpy.float64]"),
             "The rows of character_overlap_rows for every hypothesis with every reference by itself.");
}

}  // namespace mtassay
