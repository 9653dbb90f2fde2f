import "@fontsource-variable/ibm-plex-sans/standard.css";
import "./look/tokens.css";
import "./look/base.css";
import { Tooltip } from "@base-ui/react/tooltip";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import { whenRefused } from "./api/client";
import { forget } from "./app/log-out";
import { Notices } from "./app/notices";
import { router } from "./app/routes";

whenRefused.unauthorized = () => {
  forget();
  void router.navigate("/login");
};
whenRefused.forbidden = () => void router.navigate("/");

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <Tooltip.Provider delay={400}>
      <RouterProvider router={router} />
      <Notices />
    </Tooltip.Provider>
  </StrictMode>,
);
