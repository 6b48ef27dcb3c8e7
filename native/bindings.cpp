/// The face towards Python: checks that arrays fit, lets go of the GIL, hands out numpy arrays.
/// No algorithm lives here.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>
#include <vector>

#include "character.hpp"
#include "distances.hpp"
#include "edit_rows.hpp"
#include "edits.hpp"
#include "match_rows.hpp"
#include "matcher.hpp"
#include "eed.hpp"
#include "ngram_rows.hpp"
#include "ngrams.hpp"
#include "nist.hpp"
#include "pairwise_rows.hpp"
#include "ranks.hpp"
#include "relations.hpp"
#include "runs.hpp"
#include "rouge_rows.hpp"
#include "segments.hpp"
#include "shared_words.hpp"
#include "symbols.hpp"
#include "ter.hpp"
#include "tokenizers.hpp"
#include "unicode.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace mtassay {
namespace {

using Rows = nb::ndarray<nb::numpy, double, nb::ndim<2>>;
using Values = nb::ndarray<nb::numpy, double, nb::ndim<1>>;
using Counts = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>>;
using Starts = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Views into the UTF-8 that Python keeps for each string; the tuple keeps the strings alive.
struct PythonTexts {
  nb::tuple strings;
  std::vector<std::string_view> views;
};

Segments make_segments(nb::sequence texts) {
  auto held = std::make_shared<PythonTexts>();
  held->strings = nb::tuple(texts);
  const std::size_t count = held->strings.size();
  held->views.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    PyObject* item = PyTuple_GetItem(held->strings.ptr(), static_cast<Py_ssize_t>(i));
    if (!PyUnicode_Check(item)) {
      const std::string type = nb::cast<std::string>(nb::handle(item).type().attr("__name__"));
      throw nb::type_error(("item " + std::to_string(i) + " is " + type + ", not str").c_str());
    }
    Py_ssize_t size = 0;
    const char* data = PyUnicode_AsUTF8AndSize(item, &size);
    if (data == nullptr) throw nb::python_error();
    held->views.emplace_back(data, static_cast<std::size_t>(size));
  }
  const std::span<const std::string_view> views = held->views;
  return {std::shared_ptr<const void>(held, held.get()), views};
}

References make_references(const Segments& hypotheses, const Segments& texts, const Starts& starts) {
  const References references{texts, {starts.data(), starts.size()}};
  if (starts.size() != hypotheses.size() + 1) throw nb::value_error("starts must have one entry more than hypotheses");
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    if (references.starts[i] >= references.starts[i + 1]) throw nb::value_error("a segment has no reference");
  }
  if (references.starts.front() != 0 || static_cast<std::size_t>(references.starts.back()) != texts.size()) {
    throw nb::value_error("starts must begin with 0 and end with the number of references");
  }
  return references;
}

void check_order(std::size_t order) {
  if (order > max_order_limit) throw nb::value_error("n-gram order out of range");
}

/// Fills a new array of so many numbers while other Python threads run; it is the array's to free them.
template <class Array, class Number, class Fill>
Array make_array(std::size_t count, std::initializer_list<std::size_t> shape, Fill fill) {
  auto* values = new Number[count];
  nb::capsule owner(values, [](void* pointer) noexcept { delete[] static_cast<Number*>(pointer); });
  {
    const nb::gil_scoped_release released;
    fill(std::span<Number>(values, count));
  }
  return Array(values, shape, owner);
}

template <class Fill>
Rows make_rows(std::size_t rows, std::size_t columns, Fill fill) {
  return make_array<Rows, double>(rows * columns, {rows, columns}, fill);
}

Rows bind_word_overlap(const Segments& hypotheses, const Segments& references, const Starts& starts,
                       Tokenization tokenization, std::size_t max_order, ReferenceLength reference_length,
                       unsigned threads) {
  check_order(max_order);
  if (max_order == 0) throw nb::value_error("n-gram order out of range");
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
  check_order(max_order);
  if (max_order == 0) throw nb::value_error("n-gram order out of range");
  const References checked = make_references(hypotheses, references, starts);
  return make_rows(references.size(), shared_word_columns + max_order, [&](std::span<double> rows) {
    shared_word_rows(hypotheses, checked, tokenization, form, max_order, threads, rows);
  });
}

NgramInformation make_information(const Segments& references, Tokenization tokenization, std::size_t max_order) {
  check_order(max_order);
  if (max_order == 0) throw nb::value_error("n-gram order out of range");
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
  check_order(order);
  if (order == 0) throw nb::value_error("n-gram order out of range");
  const References checked = make_references(hypotheses, references, starts);
  return make_rows(references.size(), 3, [&](std::span<double> rows) {
    rouge_rows(hypotheses, checked, unit, order, threads, rows);
  });
}

Rows bind_edits(const Segments& hypotheses, const Segments& references, const Starts& starts, Tokenization tokenization,
                Unit unit, EditMeasure measure, unsigned threads) {
  const References checked = make_references(hypotheses, references, starts);
  return make_rows(references.size(), edit_row_width(measure), [&](std::span<double> rows) {
    edit_rows(hypotheses, checked, tokenization, unit, measure, threads, rows);
  });
}

Rows bind_eed(const Segments& hypotheses, const Segments& references, const Starts& starts, double jump, double deletion,
              double insertion, unsigned threads) {
  const References checked = make_references(hypotheses, references, starts);
  return make_rows(references.size(), eed_row_width, [&](std::span<double> rows) {
    eed_rows(hypotheses, checked, {jump, deletion, insertion}, threads, rows);
  });
}

Rows bind_character(const Segments& hypotheses, const Segments& references, const Starts& starts,
                    Tokenization tokenization, unsigned threads) {
  const References checked = make_references(hypotheses, references, starts);
  return make_rows(references.size(), character_row_width, [&](std::span<double> rows) {
    character_rows(hypotheses, checked, tokenization, threads, rows);
  });
}

Rows bind_pairwise_words(const Segments& hypotheses, const Segments& references, Tokenization tokenization,
                         std::size_t max_order, unsigned threads) {
  check_order(max_order);
  if (max_order == 0) throw nb::value_error("n-gram order out of range");
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

Rows bind_pairwise_edits(const Segments& hypotheses, const Segments& references, Tokenization tokenization,
                         EditMeasure measure, unsigned threads) {
  return make_rows(hypotheses.size() * references.size(), edit_row_width(measure), [&](std::span<double> rows) {
    if (!rows.empty()) pairwise_edit_rows(hypotheses, references, tokenization, measure, threads, rows);
  });
}

/// Groups may be empty, other than the references of a segment.
References make_groups(const Segments& texts, const Starts& starts) {
  const References groups{texts, {starts.data(), starts.size()}};
  if (starts.size() == 0 || groups.starts.front() != 0 ||
      static_cast<std::size_t>(groups.starts.back()) != texts.size() ||
      !std::is_sorted(groups.starts.begin(), groups.starts.end())) {
    throw nb::value_error("starts must rise from 0 to the number of texts");
  }
  return groups;
}

DistanceSettings make_distance_settings(Closeness closeness, Tokenization tokenization, std::size_t max_order) {
  check_order(max_order);
  if (max_order == 0) throw nb::value_error("n-gram order out of range");
  return {closeness, tokenization, max_order};
}

Values bind_grouped_distances(const Segments& left, const Starts& groups, const Segments& right, const Starts& starts,
                              Closeness closeness, Tokenization tokenization, std::size_t max_order,
                              unsigned threads) {
  const References others = make_groups(right, starts);
  const DistanceSettings settings = make_distance_settings(closeness, tokenization, max_order);
  const std::span<const std::int64_t> of_left(groups.data(), groups.size());
  if (of_left.size() != left.size()) throw nb::value_error("each text on the left needs a group");
  std::size_t count = 0;
  for (const std::int64_t group : of_left) {
    if (group < 0 || static_cast<std::size_t>(group) >= others.segments()) throw nb::value_error("there are fewer groups");
    count += static_cast<std::size_t>(others.starts[group + 1] - others.starts[group]);
  }
  return make_array<Values, double>(count, {count}, [&](std::span<double> distances) {
    grouped_distances(left, of_left, others, settings, threads, distances);
  });
}

Values bind_inner_distances(const Segments& texts, const Starts& starts, Closeness closeness,
                            Tokenization tokenization, std::size_t max_order, unsigned threads) {
  const References groups = make_groups(texts, starts);
  const DistanceSettings settings = make_distance_settings(closeness, tokenization, max_order);
  std::size_t count = 0;
  for (std::size_t group = 0; group < groups.segments(); ++group) {
    const auto size = static_cast<std::size_t>(groups.starts[group + 1] - groups.starts[group]);
    count += size * size;
  }
  return make_array<Values, double>(count, {count}, [&](std::span<double> distances) {
    inner_distances(groups, settings, threads, distances);
  });
}

Counts bind_token_counts(const Segments& texts, Tokenization tokenization, unsigned threads) {
  return make_array<Counts, std::int64_t>(texts.size(), {texts.size()}, [&](std::span<std::int64_t> counts) {
    count_tokens(texts, tokenization, threads, counts);
  });
}

/// `stems` and `synonyms` hold numbers of words; either stage may be left out by an empty array.
WordRelations make_relations(const Segments& words, const Starts& stems, const Starts& synonym_starts,
                             const Starts& synonyms) {
  const auto limit = static_cast<std::int64_t>(words.size());
  const std::vector<std::int64_t> stem_numbers(stems.data(), stems.data() + stems.size());
  const std::vector<std::int64_t> starts(synonym_starts.data(), synonym_starts.data() + synonym_starts.size());
  const std::vector<std::int64_t> others(synonyms.data(), synonyms.data() + synonyms.size());
  if (!stem_numbers.empty() && stem_numbers.size() != words.size()) throw nb::value_error("a word has no stem");
  for (const auto& numbers : {stem_numbers, others}) {
    for (const std::int64_t number : numbers) {
      if (number < 0 || number >= limit) throw nb::value_error("there are fewer words than that");
    }
  }
  if (!starts.empty()) {
    if (starts.size() != words.size() + 1) throw nb::value_error("synonym_starts must have one entry more than words");
    if (starts.front() != 0 || starts.back() != static_cast<std::int64_t>(others.size()) ||
        !std::is_sorted(starts.begin(), starts.end())) {
      throw nb::value_error("synonym_starts must rise from 0 to the number of synonyms");
    }
  }
  return {words, stem_numbers, starts, others};
}

Rows bind_runs(const Segments& hypotheses, const Segments& references, const Starts& starts, Tokenization tokenization,
               double exponent, bool joined, unsigned threads) {
  const References checked = make_references(hypotheses, references, starts);
  if (!(exponent >= 1)) throw nb::value_error("exponent out of range");
  return make_rows(joined ? hypotheses.size() : references.size(), run_row_width, [&](std::span<double> rows) {
    run_rows(hypotheses, checked, tokenization, exponent, joined, threads, rows);
  });
}

Rows bind_places(const Segments& hypotheses, const Segments& references, const Starts& starts,
                 Tokenization tokenization, unsigned threads) {
  const References checked = make_references(hypotheses, references, starts);
  return make_rows(references.size(), place_row_width, [&](std::span<double> rows) {
    place_rows(hypotheses, checked, tokenization, threads, rows);
  });
}

Rows bind_matches(const Segments& hypotheses, const Segments& references, const Starts& starts,
                  Tokenization tokenization, Matcher matcher, const WordRelations& relations, unsigned threads) {
  const References checked = make_references(hypotheses, references, starts);
  return make_rows(references.size(), match_row_width, [&](std::span<double> rows) {
    match_rows(hypotheses, checked, tokenization, matcher, relations, threads, rows);
  });
}

nb::list bind_distinct_words(const Segments& texts, Tokenization tokenization) {
  std::vector<std::string> words;
  {
    const nb::gil_scoped_release released;
    words = distinct_words(texts, tokenization);
  }
  nb::list found;
  for (const std::string& word : words) found.append(nb::str(word.data(), word.size()));
  return found;
}

/// The numbers of two lists of words, which need not outlive the call.
struct NumberedPair {
  std::vector<Symbol> hypothesis, reference;
  std::vector<std::string_view> words;

  NumberedPair(const Segments& hypothesis_words, const Segments& reference_words) {
    WordNumbers numbers;
    numbers.clear(hypothesis_words.size() + reference_words.size());
    const auto number = [&](std::string_view word) {
      const Symbol symbol = numbers(word);
      if (symbol > words.size()) words.push_back(word);
      return symbol;
    };
    for (const std::string_view word : hypothesis_words.texts) hypothesis.push_back(number(word));
    for (const std::string_view word : reference_words.texts) reference.push_back(number(word));
  }
};

nb::list bind_longest_runs(const Segments& hypothesis, const Segments& reference) {
  const NumberedPair pair(hypothesis, reference);
  LongestRuns find_runs;
  nb::list runs;
  for (const Run& run : find_runs(pair.hypothesis, pair.reference, pair.words.size())) {
    runs.append(nb::make_tuple(run.hypothesis, run.reference, run.length));
  }
  return runs;
}

nb::list bind_context_places(const Segments& hypothesis, const Segments& reference) {
  const NumberedPair pair(hypothesis, reference);
  ContextPlaces find_places;
  nb::list places;
  for (const WordPair& place : find_places(pair.hypothesis, pair.reference, pair.words.size())) {
    places.append(nb::make_tuple(place.hypothesis, place.reference));
  }
  return places;
}

nb::list bind_match_words(const Segments& hypothesis, const Segments& reference, Matcher matcher,
                          const WordRelations& relations) {
  const NumberedPair pair(hypothesis, reference);
  StagedMatcher match(matcher, relations);
  WordMatcher& matched = match(pair.hypothesis, pair.reference, pair.words);
  const auto pairs = matched.pairs();
  nb::list found;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    found.append(nb::make_tuple(pairs[k].hypothesis, pairs[k].reference, matched.stages()[k]));
  }
  return found;
}

nb::list bind_operations(const Segments& hypothesis, const Segments& reference) {
  const NumberedPair pair(hypothesis, reference);
  nb::list operations;
  for (const EditOperation operation : edit_operations(pair.hypothesis, pair.reference)) operations.append(operation);
  return operations;
}

nb::tuple bind_shifts(const Segments& hypothesis, const Segments& reference) {
  const NumberedPair pair(hypothesis, reference);
  TerAligner aligner;
  const std::int64_t edits = aligner(pair.hypothesis, pair.reference);
  nb::list shifts, order;
  for (const Shift& shift : aligner.shifts()) shifts.append(nb::make_tuple(shift.start, shift.length, shift.target));
  for (const std::size_t position : aligner.order()) order.append(position);
  return nb::make_tuple(edits, shifts, order);
}

nb::list bind_tokenize(const Segments& texts, Tokenization tokenization) {
  Tokenizer tokenizer(tokenization);
  std::vector<std::string_view> tokens;
  std::string line;
  nb::list lines;
  for (const std::string_view text : texts.texts) {
    line.clear();
    tokens.clear();
    tokenizer.clear();
    tokenizer(text, tokens);
    for (const std::string_view token : tokens) {
      if (!line.empty()) line += ' ';
      line += token;
    }
    lines.append(nb::str(line.data(), line.size()));
  }
  return lines;
}

Segments slice_segments(const Segments& segments, const nb::slice& slice) {
  const auto [start, stop, step, length] = slice.compute(segments.size());
  if (step != 1) throw nb::value_error("only slices with step 1");
  return segments.slice(static_cast<std::size_t>(start), static_cast<std::size_t>(start) + length);
}

}  // namespace
}  // namespace mtassay

NB_MODULE(_native, module) {
  using namespace mtassay;
  module.doc() = "The counting core of mtassay: batches of text in, one array of rows out.";
  module.attr("UNICODE_VERSION") = unicode_version;
  module.attr("MAX_ORDER") = max_order_limit;

  nb::enum_<Tokenization>(module, "Tokenization", "How a line is cut into tokens.")
      .value("NONE", Tokenization::none)
      .value("WESTERN", Tokenization::western)
      .value("INTERNATIONAL", Tokenization::international)
      .value("CHINESE", Tokenization::chinese)
      .value("CHARACTER", Tokenization::character);
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

  nb::enum_<EditMeasure>(module, "EditMeasure", "What is measured between a hypothesis and a reference.")
      .value("DISTANCE", EditMeasure::distance)
      .value("ALIGNMENT", EditMeasure::alignment)
      .value("BAG", EditMeasure::bag)
      .value("COVER", EditMeasure::cover)
      .value("TER", EditMeasure::ter);
  nb::enum_<Unit>(module, "Unit", "What is edited.").value("WORD", Unit::word).value("CHARACTER", Unit::character);

  nb::class_<Segments>(module, "Segments", "A batch of strings that native code reads without copying them.")
      .def(
          "__init__", [](Segments* self, nb::sequence texts) { new (self) Segments(make_segments(texts)); }, "texts"_a,
          nb::sig("def __init__(self, texts: collections.abc.Sequence[str]) -> None"))
      .def("__len__", &Segments::size)
      .def("__getitem__", &slice_segments, "slice"_a);

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
  module.def("edit_rows", &bind_edits, "hypotheses"_a, "references"_a, "starts"_a, "tokenization"_a, "unit"_a,
             "measure"_a, "threads"_a,
             nb::sig("def edit_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, unit: Unit, "
                     "measure: EditMeasure, threads: int) -> numpy.typing.NDArray[numpy.float64]"),
             "What the measure gives, a row for each reference.");
  module.def("eed_rows", &bind_eed, "hypotheses"_a, "references"_a, "starts"_a, "jump"_a, "deletion"_a, "insertion"_a,
             "threads"_a,
             nb::sig("def eed_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], jump: float, deletion: float, insertion: float, "
                     "threads: int) -> numpy.typing.NDArray[numpy.float64]"),
             "Cost, visits and both numbers of characters by EED, a row for each reference.");
  module.def("character_rows", &bind_character, "hypotheses"_a, "references"_a, "starts"_a, "tokenization"_a,
             "threads"_a,
             nb::sig("def character_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, threads: int) "
                     "-> numpy.typing.NDArray[numpy.float64]"),
             "Edits, cost of shifts and both numbers of characters by CharacTER, a row for each reference.");
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
  module.def("pairwise_edit_rows", &bind_pairwise_edits, "hypotheses"_a, "references"_a, "tokenization"_a,
             "measure"_a, "threads"_a,
             nb::sig("def pairwise_edit_rows(hypotheses: Segments, references: Segments, tokenization: Tokenization, "
                     "measure: EditMeasure, threads: int) -> numpy.typing.NDArray[numpy.float64]"),
             "The rows of edit_rows for every hypothesis with every reference by itself.");

  nb::enum_<Closeness>(module, "Closeness", "What makes a text close to another.")
      .value("EDITS", Closeness::edits)
      .value("MOVES", Closeness::moves)
      .value("NGRAMS", Closeness::ngrams);
  module.def("grouped_distances", &bind_grouped_distances, "left"_a, "groups"_a, "right"_a, "starts"_a, "closeness"_a,
             "tokenization"_a, "max_order"_a, "threads"_a,
             nb::sig("def grouped_distances(left: Segments, groups: numpy.typing.NDArray[numpy.int64], "
                     "right: Segments, starts: numpy.typing.NDArray[numpy.int64], closeness: Closeness, "
                     "tokenization: Tokenization, max_order: int, threads: int) "
                     "-> numpy.typing.NDArray[numpy.float64]"),
             "From each text on the left to every text of its group on the right, those of the first text first.");
  module.def("inner_distances", &bind_inner_distances, "texts"_a, "starts"_a, "closeness"_a, "tokenization"_a,
             "max_order"_a, "threads"_a,
             nb::sig("def inner_distances(texts: Segments, starts: numpy.typing.NDArray[numpy.int64], "
                     "closeness: Closeness, tokenization: Tokenization, max_order: int, threads: int) "
                     "-> numpy.typing.NDArray[numpy.float64]"),
             "From each text to every text of its group, itself included: a square for each group.");
  module.def("token_counts", &bind_token_counts, "texts"_a, "tokenization"_a, "threads"_a,
             nb::sig("def token_counts(texts: Segments, tokenization: Tokenization, threads: int) "
                     "-> numpy.typing.NDArray[numpy.int64]"),
             "How many tokens each text has.");

  nb::enum_<Matcher>(module, "Matcher", "Which of several possible pairs of words are taken.")
      .value("MINIMAL", Matcher::minimal)
      .value("FROM_END", Matcher::from_end);
  nb::class_<WordRelations>(module, "WordRelations", "Words with their stems and synonyms, as numbers of words.")
      .def(
          "__init__",
          [](WordRelations* self, const Segments& words, const Starts& stems, const Starts& synonym_starts,
             const Starts& synonyms) {
            new (self) WordRelations(make_relations(words, stems, synonym_starts, synonyms));
          },
          "words"_a, "stems"_a, "synonym_starts"_a, "synonyms"_a,
          nb::sig("def __init__(self, words: Segments, stems: numpy.typing.NDArray[numpy.int64], "
                  "synonym_starts: numpy.typing.NDArray[numpy.int64], "
                  "synonyms: numpy.typing.NDArray[numpy.int64]) -> None"));
  module.def("run_rows", &bind_runs, "hypotheses"_a, "references"_a, "starts"_a, "tokenization"_a, "exponent"_a,
             "joined"_a, "threads"_a,
             nb::sig("def run_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, exponent: float, "
                     "joined: bool, threads: int) -> numpy.typing.NDArray[numpy.float64]"),
             "Words and size of common runs, and lengths; a row for each reference, or each segment where joined.");
  module.def("place_rows", &bind_places, "hypotheses"_a, "references"_a, "starts"_a, "tokenization"_a, "threads"_a,
             nb::sig("def place_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, threads: int) "
                     "-> numpy.typing.NDArray[numpy.float64]"),
             "Words in ascending order and words with a place, and lengths, a row for each reference.");
  module.def("match_rows", &bind_matches, "hypotheses"_a, "references"_a, "starts"_a, "tokenization"_a, "matcher"_a,
             "relations"_a, "threads"_a,
             nb::sig("def match_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, matcher: Matcher, "
                     "relations: WordRelations, threads: int) -> numpy.typing.NDArray[numpy.float64]"),
             "Matched words and chunks, and lengths, a row for each reference.");
  module.def("distinct_words", &bind_distinct_words, "texts"_a, "tokenization"_a,
             nb::sig("def distinct_words(texts: Segments, tokenization: Tokenization) -> list[str]"),
             "The different words of texts, in the order of their first occurrence.");
  module.def("longest_runs", &bind_longest_runs, "hypothesis"_a, "reference"_a,
             nb::sig("def longest_runs(hypothesis: Segments, reference: Segments) -> list[tuple[int, int, int]]"),
             "The runs (start, start, length) of two lists of words in the order in which they are taken.");
  module.def("context_places", &bind_context_places, "hypothesis"_a, "reference"_a,
             nb::sig("def context_places(hypothesis: Segments, reference: Segments) -> list[tuple[int, int]]"),
             "Positions of hypothesis words and their places in the reference.");
  module.def("match_words", &bind_match_words, "hypothesis"_a, "reference"_a, "matcher"_a, "relations"_a,
             nb::sig("def match_words(hypothesis: Segments, reference: Segments, matcher: Matcher, "
                     "relations: WordRelations) -> list[tuple[int, int, int]]"),
             "Positions of words that go together, and the stage that found them, counted from 1.");
  nb::enum_<EditOperation>(module, "EditOperation", "One step of an alignment, seen from the reference.")
      .value("MATCH", EditOperation::match)
      .value("SUBSTITUTE", EditOperation::substitute)
      .value("DELETE", EditOperation::remove)
      .value("INSERT", EditOperation::insert);
  module.def("edit_operations", &bind_operations, "hypothesis"_a, "reference"_a,
             nb::sig("def edit_operations(hypothesis: Segments, reference: Segments) -> list[EditOperation]"),
             "The steps of one cheapest alignment of two lists of words, from left to right.");
  module.def("ter_shifts", &bind_shifts, "hypothesis"_a, "reference"_a,
             nb::sig("def ter_shifts(hypothesis: Segments, reference: Segments) "
                     "-> tuple[int, list[tuple[int, int, int]], list[int]]"),
             "All edits, the shifts (start, length, target), and the words' old places in their new order.");
  module.def("tokenize", &bind_tokenize, "texts"_a, "tokenization"_a, nb::sig("def tokenize(texts: Segments, tokenization: Tokenization) -> list[str]"),
             "Each text as its tokens with single spaces between them.");
}
