import "@fontsource-variable/ibm-plex-sans/standard.css";
import "./look/tokens.css";
import "./look/base.css";
import "./look/parts.css";
import "./look/declarations.css";
import { showApp } from "./app/app";
import { watchStyles } from "./ui/lazy-component";

watchStyles();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
showApp(root);
