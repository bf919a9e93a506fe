export { chatbotRoutes } from './automation.routes.ts';
export { createBriefing } from './briefing.ts';
export { createResponding, type Responder, type Responding } from './responding.ts';
export { createTrying } from './trying.ts';
