import { endpoints } from '@balcao/contract';
import { handle } from '../../foundation/http/handle.ts';
import type { Companies } from './companies.ts';
import { showCompany } from './companies.wire.ts';

export const companyRoutes = (companies: Companies) =>
  handle('companies', endpoints.companies, {
    plan: async ({ actor, params }) => showCompany(await companies.withPlan(actor, params.companyId)),
  });
