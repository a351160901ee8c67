// The playground's editor: CodeMirror in place of a text area, which keeps the code and stays the field of the form.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

// The colours of the site's own code blocks, which follow its switch between light and dark.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null, tags.self], color: "var(--md-code-hl-keyword-color)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--md-code-hl-string-color)" },
  { tag: tags.number, color: "var(--md-code-hl-number-color)" },
  { tag: tags.comment, color: "var(--md-code-hl-comment-color)" },
  { tag: tags.function(tags.definition(tags.variableName)), color: "var(--md-code-hl-function-color)" },
  { tag: tags.definition(tags.className), color: "var(--md-code-hl-function-color)" },
  { tag: [tags.operator, tags.punctuation], color: "var(--md-code-hl-operator-color)" },
]);

const mark = StateEffect.define();
const marked = StateField.define({
  create: () => Decoration.none,
  update(lines, change) {
    const effect = change.effects.find((one) => one.is(mark));
    if (!effect) return change.docChanged ? Decoration.none : lines;
    const { value } = effect;
    if (value === null || value > change.state.doc.lines) return Decoration.none;
    const line = Decoration.line({ class: "pg-wrong" });
    return Decoration.set([line.range(change.state.doc.line(value).from)]);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** An editor in place of a text area; its `show` takes code, its `mark` the number of a line that is wrong, or null. */
export function editor(area) {
  const label = area.labels[0];
  const view = new EditorView({
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      indentOnInput(),
      bracketMatching(),
      indentUnit.of("    "),
      EditorState.tabSize.of(4),
      python(),
      syntaxHighlighting(colours),
      marked,
      keymap.of([{ key: "Mod-Enter", run: () => true }, ...defaultKeymap, ...historyKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ "aria-labelledby": label.id, "aria-describedby": "pg-keys" }),
      EditorView.updateListener.of((change) => {
        if (change.docChanged) area.value = view.state.doc.toString();
      }),
    ],
  });
  area.before(view.dom);
  area.hidden = true;
  label.addEventListener("click", () => view.focus());
  const show = (code) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: code } });
  show(area.value);
  const point = (line) => {
    const isThere = line !== null && line <= view.state.doc.lines;
    const seen = isThere ? [EditorView.scrollIntoView(view.state.doc.line(line).from, { y: "center" })] : [];
    view.dispatch({ effects: [mark.of(line), ...seen] });
  };
  return { show, mark: point };
}
