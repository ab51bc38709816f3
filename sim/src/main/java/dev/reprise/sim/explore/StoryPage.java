package dev.reprise.sim.explore;

import dev.reprise.form.Svg;

/** A story as a page for a browser, which steps through it. It needs nothing else. */
final class StoryPage {
    private static final String STYLE =
            """
            <style>
            body { margin: 0; font: 14px system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; color: #1f2937; background: #ffffff; }
            header { position: sticky; top: 0; display: flex; gap: 10px; align-items: center; padding: 10px 20px; background: #f1f5f9; border-bottom: 1px solid #cbd5e1; }
            button { font: inherit; padding: 4px 12px; } input[type=range] { flex: 1; max-width: 420px; } #now { min-width: 15em; }
            .step { cursor: pointer; } .step.later { opacity: 0.16; } .step.here text { font-weight: 700; } .step.here circle { stroke: #111827; stroke-width: 2; }
            main { overflow-x: auto; } kbd { border: 1px solid #94a3b8; border-radius: 3px; padding: 0 4px; background: #ffffff; }
            </style>
            """;

    private static final String SCRIPT =
            """
            <script>
            (function () {
              const steps = Array.from(document.querySelectorAll('.step'));
              const slider = document.getElementById('at');
              const now = document.getElementById('now');
              slider.max = steps.length;
              function go(to) {
                const at = Math.max(0, Math.min(steps.length, to));
                slider.value = at;
                steps.forEach((step, i) => {
                  step.classList.toggle('later', i >= at);
                  step.classList.toggle('here', i === at - 1);
                });
                now.textContent = at === 0 ? 'before the beginning' : 'step ' + at + ' of ' + steps.length;
                if (at > 0) steps[at - 1].scrollIntoView({ block: 'nearest' });
                history.replaceState(null, '', '#' + at);
              }
              const at = () => Number(slider.value);
              slider.addEventListener('input', () => go(at()));
              document.getElementById('back').addEventListener('click', () => go(at() - 1));
              document.getElementById('next').addEventListener('click', () => go(at() + 1));
              steps.forEach((step, i) => step.addEventListener('click', () => go(i + 1)));
              document.addEventListener('keydown', event => {
                const keys = { ArrowDown: 1, ArrowRight: 1, j: 1, ArrowUp: -1, ArrowLeft: -1, k: -1 };
                if (event.key in keys) { go(at() + keys[event.key]); event.preventDefault(); }
                if (event.key === 'Home') { go(0); event.preventDefault(); }
                if (event.key === 'End') { go(steps.length); event.preventDefault(); }
              });
              go(location.hash.length > 1 ? Number(location.hash.slice(1)) || steps.length : steps.length);
            })();
            </script>
            """;

    private StoryPage() {}

    /** The page of what was found. */
    static String of(String name, Finding finding) {
        var page = new Svg().raw("<!DOCTYPE html>\n");
        page.open("html", "lang", "en").open("head");
        page.add("meta", "charset", "utf-8").text("title", name).raw(STYLE).close("head");
        page.open("body").open("header");
        page.text("button", "◀ back", "id", "back").text("button", "next ▶", "id", "next");
        page.add("input", "type", "range", "id", "at", "min", "0", "value", "0");
        page.text("span", "", "id", "now");
        page.raw("<span>or <kbd>↑</kbd> <kbd>↓</kbd>, or click a line</span>\n");
        page.close("header").open("main").raw(StoryPicture.of(finding)).close("main");
        return page.raw(SCRIPT).close("body").close("html").toString();
    }
}
