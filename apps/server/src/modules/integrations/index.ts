export { createIntegrationModule, type IntegrationModule } from './integrations-module.ts';
export { integrationRoutes } from './integrations.routes.ts';
export { presentIntegration, presentIntegrationBrief } from './integrations.wire.ts';
