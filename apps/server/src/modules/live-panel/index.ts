export { createLivePanel, type LivePanel } from './live-panel.ts';
export { livePanelRoutes } from './live-panel.routes.ts';
