/** The screens on an element of the document, at the present address. */
import { Tooltip } from "@base-ui/react/tooltip";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import { loginAddress } from "../account/login-address";
import { errorHandlers } from "../api/client";
import { clearSession } from "../queries/log-out";
import { queryClient } from "../queries/query-client";
import { resetTrackFilter } from "../stores/track-filter";
import { AppBoundary } from "./app-boundary";
import { Notices } from "./notices";
import { reportPageViews } from "./page-views";
import { createRouter } from "./routes";

/** Shows the screens. Returns the function that takes them away. */
export function showApp(element: Element): () => void {
  const router = createRouter();
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

  const root = createRoot(element);
  root.render(
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
  return () => {
    root.unmount();
    router.dispose();
  };
}
