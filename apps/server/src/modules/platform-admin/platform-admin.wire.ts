import type { CompanyChange, PlatformCompany } from '@balcao/contract/endpoints/platform';
import type { z } from 'zod';
import type { CompanyRow } from '../../infrastructure/db/schema/platform.ts';
import { presentPlan } from '../companies/index.ts';
import type { ShownCompany } from './companies-overview.ts';

export const presentCompany = ({ company, plan, use }: ShownCompany): PlatformCompany => ({
  id: company.companyId,
  name: company.name,
  email: company.email,
  phone: company.phone,
  document: company.document,
  paymentMethod: company.paymentMethod,
  planId: company.planId,
  status: company.isActive,
  dueDate: company.dueDate.toISOString(),
  recurrence: company.recurrence,
  addressStreet: company.addressStreet,
  addressCity: company.addressCity,
  addressState: company.addressState,
  numberAttendants: company.numberAttendants,
  numberConections: company.numberConnections,
  createdAt: company.createdAt.toISOString(),
  updatedAt: company.updatedAt.toISOString(),
  lastLogin: company.lastLoginAt?.toISOString() ?? null,
  folderSize: use.fileBytes,
  numberFileFolder: use.fileCount,
  updatedAtFolder: use.countedAt?.toISOString() ?? null,
  plan: presentPlan(plan),
  used: { users: use.users, connections: use.connections, queues: use.queues },
  allowed: { users: plan.users, connections: plan.connections, queues: plan.queues },
  isTrial: use.isTrial,
  emailConfirmed: company.verifiedAt !== null,
  deleteAt: company.deleteAt?.toISOString() ?? null,
});

const columnOf = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  document: 'document',
  paymentMethod: 'paymentMethod',
  planId: 'planId',
  status: 'isActive',
  recurrence: 'recurrence',
  addressStreet: 'addressStreet',
  addressCity: 'addressCity',
  addressState: 'addressState',
  numberAttendants: 'numberAttendants',
  numberConections: 'numberConnections',
} as const satisfies Partial<Record<keyof z.output<typeof CompanyChange>, keyof CompanyRow>>;

/** Columns of the given fields; the due date and the password have their own ways. */
export const parseCompany = (
  fields: Partial<Pick<z.output<typeof CompanyChange>, keyof typeof columnOf>>,
): Partial<Omit<CompanyRow, 'companyId' | 'dueDate'>> =>
  Object.fromEntries(
    Object.entries(columnOf).flatMap(([field, column]) => {
      const value = fields[field as keyof typeof columnOf];
      return value === undefined ? [] : [[column, value]];
    }),
  );
