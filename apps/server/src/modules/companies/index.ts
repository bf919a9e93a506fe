export { createCompanies, type Companies } from './companies.ts';
export { companyRoutes } from './companies.routes.ts';
export { featuresOf, presentCompany, presentHours, presentPlan } from './companies.wire.ts';
export { createPlans, type Plans } from './plans.ts';
export { planRoutes } from './plans.routes.ts';
export { createHolidays, type Holidays } from './holidays.ts';
