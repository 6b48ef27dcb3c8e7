/// The module that Python imports: batches of texts, tokens, and what the other bindings add.
#include "bindings.hpp"

#include <memory>
#include <string>

#include "ngrams.hpp"
#include "tokenizers.hpp"
#include "unicode.hpp"

using namespace nanobind::literals;

namespace mtassay {

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

void check_positive_order(std::size_t order) {
  if (order == 0) throw nb::value_error("n-gram order out of range");
  check_order(order);
}

namespace {

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
  nb::class_<Segments>(module, "Segments", "A batch of strings that native code reads without copying them.")
      .def(
          "__init__", [](Segments* self, nb::sequence texts) { new (self) Segments(make_segments(texts)); }, "texts"_a,
          nb::sig("def __init__(self, texts: collections.abc.Sequence[str]) -> None"))
      .def("__len__", &Segments::size)
      .def("__getitem__", &slice_segments, "slice"_a);
  module.def("tokenize", &bind_tokenize, "texts"_a, "tokenization"_a, nb::sig("def tokenize(texts: Segments, tokenization: Tokenization) -> list[str]"),
             "Each text as its tokens with single spaces between them.");

  add_ngrams(module);
  add_edits(module);
  add_distances(module);
  add_matching(module);
  add_words(module);
  add_analyses(module);
  add_concordance(module);
  add_similarity(module);
  add_terp(module);
  add_meteor(module);
  add_tesla(module);
}
