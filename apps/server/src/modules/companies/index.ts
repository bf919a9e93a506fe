export { createCompanies, type Companies } from './companies.ts';
export { companyRoutes } from './companies.routes.ts';
export { featuresOf, showPlan } from './companies.wire.ts';
