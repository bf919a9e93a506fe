export { recordConsent, type Consent } from './consents.ts';
export { createPrivacy, type Privacy } from './privacy.ts';
export { privacyRoutes } from './privacy.routes.ts';
