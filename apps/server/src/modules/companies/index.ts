export { createCompanies, type Companies } from './companies.ts';
export { companyRoutes } from './companies.routes.ts';
export { featuresOf, presentHours, presentPlan } from './companies.wire.ts';
export { createHolidays, type Holidays } from './holidays.ts';
