import "@fontsource-variable/ibm-plex-sans/standard.css";
import "./look/tokens.css";
import "./look/base.css";
import { Tooltip } from "@base-ui/react/tooltip";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import { loginAddress } from "./account/login-address";
import { errorHandlers } from "./api/client";
import { AppBoundary } from "./app/app-boundary";
import { Notices } from "./app/notices";
import { reportPageViews } from "./app/page-views";
import { router } from "./app/routes";
import { watchStyles } from "./components/failed-styles";
import { clearSession } from "./queries/log-out";
import { queryClient } from "./queries/query-client";
import { resetTrackFilter } from "./stores/track-filter";

errorHandlers.unauthorized = () => {
  clearSession();
  // In place of the page that was refused: going back would be refused, and lead here, again.
  void router.navigate(loginAddress(location.pathname + location.search), { replace: true });
};
errorHandlers.forbidden = () => {
  // The list may be what was refused: an administrator's, of somebody who is none any more.
  resetTrackFilter();
  void router.navigate("/", { replace: true });
};

reportPageViews(router);
watchStyles();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <AppBoundary>
      <QueryClientProvider client={queryClient}>
        <Tooltip.Provider delay={400}>
          <RouterProvider router={router} />
          <Notices />
        </Tooltip.Provider>
      </QueryClientProvider>
    </AppBoundary>
  </StrictMode>,
);
