// The page: which screen is shown, and in which language.

import { html, render, useEffect, useMemo, useState } from "./vendor/preact.js";
import { Edit } from "./edit.js";
import { Explorer } from "./explorer.js";
import { Play } from "./play.js";
import { Compare, Run } from "./run.js";
import { Runs } from "./runs.js";
import { Setup } from "./setup.js";
import { firstLanguage, languages, rememberLanguage, speaker, wordsOf } from "./text.js";

/** The table that an address names, if any. */
const tableAt = (path) => path.match(/^\/table\/(\w+)$/)?.[1];

function App() {
  const [path, setPath] = useState(location.pathname);
  const [language, setLanguage] = useState(firstLanguage);
  const [words, setWords] = useState({});
  const said = useMemo(() => speaker(language, words[language]), [language, words]);

  useEffect(() => {
    // What the server says is English; who speaks another language needs its words.
    wordsOf(language).then((found) => setWords((words) => ({ ...words, [language]: found })));
  }, [language]);
  useEffect(() => {
    const onBack = () => setPath(location.pathname);
    addEventListener("popstate", onBack);
    return () => removeEventListener("popstate", onBack);
  }, []);
  useEffect(() => {
    document.documentElement.lang = language;
    rememberLanguage(language);
  }, [language]);

  const go = (to) => {
    history.pushState(null, "", to);
    setPath(location.pathname);
    scrollTo(0, 0);
  };
  const follow = (event) => {
    // Other buttons and keys open links elsewhere, as anywhere.
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(event.currentTarget.getAttribute("href"));
  };

  const id = tableAt(path);
  const screen = () => {
    if (id) return html`<${Play} key=${id} id=${id} speaker=${said} go=${go} follow=${follow} />`;
    const [, kind, name] = path.match(/^\/runs\/(tournament|tuning)\/([^/]+)$/) ?? [];
    if (name) return html`<${Run} key=${path} kind=${kind} name=${decodeURIComponent(name)} speaker=${said} go=${go} follow=${follow} />`;
    if (path === "/runs/compare") return html`<${Compare} key=${location.search} speaker=${said} follow=${follow} />`;
    if (path === "/runs") return html`<${Runs} speaker=${said} go=${go} follow=${follow} />`;
    if (path === "/edit") return html`<${Edit} key=${location.search} speaker=${said} go=${go} follow=${follow} />`;
    if (path === "/tree") return html`<${Explorer} key=${location.search} speaker=${said} follow=${follow} />`;
    return html`<${Setup} key=${location.search} speaker=${said} go=${go} follow=${follow} />`;
  };
  return html`
    <a class="skip" href="#content">${said.t("skip-to-content")}</a>
    <header class="top">
      <a class="brand" href="/" onClick=${follow} aria-label=${said.t("home")}>
        <img src="/assets/icon.svg" alt="" width="28" height="28" />
        <span>Partida</span>
      </a>
      <span class="tagline">${said.t("tagline")}</span>
      <nav>
        <a href="/runs" onClick=${follow} aria-current=${path.startsWith("/runs") ? "page" : undefined}>${said.t("nav.runs")}</a>
        <a href="/tree" onClick=${follow} aria-current=${path === "/tree" ? "page" : undefined}>${said.t("nav.tree")}</a>
      </nav>
      <div class="languages" role="group" aria-label=${said.t("language")}>
        ${Object.entries(languages).map(([code, name]) => html`
          <button
            type="button"
            lang=${code}
            title=${name}
            aria-label=${name}
            aria-pressed=${code === language ? "true" : "false"}
            onClick=${() => setLanguage(code)}
          >${code.toUpperCase()}</button>`)}
      </div>
    </header>
    <main id="content" tabindex="-1">
      ${screen()}
    </main>
  `;
}

render(html`<${App} />`, document.getElementById("app"));
