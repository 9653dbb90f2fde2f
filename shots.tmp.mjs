import { chromium } from "@playwright/test";
const [,, theme, width, ...paths] = process.argv;
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox","--enable-unsafe-swiftshader"] });
const p = await b.newPage({ viewport: { width: +width, height: +width < 500 ? 844 : 900 }, colorScheme: theme });
p.on("pageerror", e => console.log("ERR", e.message));
const s = await (await fetch("http://127.0.0.1:4786/api/users/login/", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ email: "demo@leebow.example", password: "leebow" }) })).json();
await p.goto("http://127.0.0.1:4786/favicon.svg");
await p.evaluate((t) => { localStorage.setItem("leebow.session", t); localStorage.setItem("leebow.welcome", '{"film":[1],"boat_class":[1]}'); }, JSON.stringify(s));
for (const path of paths) { await p.goto("http://127.0.0.1:4786" + path); await p.waitForLoadState("networkidle"); await p.waitForTimeout(1500); await p.screenshot({ path: `/tmp/s-${path.replace(/\W+/g, "_")}-${width}-${theme}.png`, fullPage: true }); }
await b.close();
