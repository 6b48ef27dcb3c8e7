/// Words of texts, as Python sees them.
#include "bindings.hpp"
#include "words.hpp"

using namespace nanobind::literals;

namespace mtassay {
namespace {

using Spans = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<2>>;

nb::tuple bind_word_spans(const Segments& texts, Splitting splitting) {
  WordSpans spans = without_python([&] { return word_spans(texts, splitting); });
  const std::size_t count = spans.starts.size(), words = spans.places.size() / 2;
  return nb::make_tuple(give_array<Counts>(std::move(spans.starts), {count}),
                        give_array<Spans>(std::move(spans.places), {words, 2}));
}

nb::tuple bind_add(WordIndex& index, const Segments& texts) {
  NumberedTexts numbered = without_python([&] { return index.add(texts); });
  const std::size_t count = numbered.starts.size(), words = numbered.numbers.size();
  return nb::make_tuple(give_array<Numbers>(std::move(numbered.numbers), {words}),
                        give_array<Counts>(std::move(numbered.starts), {count}));
}

nb::list bind_words(const WordIndex& index) {
  nb::list words;
  for (const std::string_view word : without_python([&] { return index.words(); })) {
    words.append(nb::str(word.data(), word.size()));
  }
  return words;
}

}  // namespace

void add_words(nb::module_& module) {
  nb::enum_<Splitting>(module, "Splitting", "How a text is cut into words.")
      .value("UNICODE", Splitting::unicode)
      .value("SPACE", Splitting::space)
      .value("BLANK", Splitting::blank);
  module.def("word_spans", &bind_word_spans, "texts"_a, "splitting"_a,
             nb::sig("def word_spans(texts: Segments, splitting: Splitting) "
                     "-> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64]]"),
             "Where the words of each text start in the list, and the list: begin and end in the string.");
  nb::class_<WordIndex>(module, "WordIndex", "Numbers the words of many texts, from 0 as they first occur.")
      .def(nb::init<Splitting>(), "splitting"_a)
      .def("add", &bind_add, "texts"_a,
           nb::sig("def add(self, texts: Segments) "
                   "-> tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int64]]"),
           "The numbers of all words, and where those of each text start.")
      .def("words", &bind_words, nb::sig("def words(self) -> list[str]"), "All words, by number.")
      .def("__len__", [](const WordIndex& index) { return without_python([&] { return index.size(); }); });
}

}  // namespace mtassay
