import type { CompanyChange, CountedConnections, PlatformCompany } from '@balcao/contract/endpoints/platform';
import type { z } from 'zod';
import type { CompanyRow } from '../../infrastructure/db/schema/platform.ts';
import { presentPlan } from '../companies/index.ts';
import type { ShownCompany } from './companies-overview.ts';
import type { CompanyCursor, ListedConnections } from './platform-admin.store.ts';

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

export const presentConnections = ({
  companyId,
  changedAt,
  changedChannel,
  changedStatus,
  ...shown
}: ListedConnections): CountedConnections => ({
  id: companyId,
  name: shown.name,
  connected: shown.connected,
  disconnected: shown.disconnected,
  total: shown.total,
  connections: shown.states,
  lastChange:
    changedAt && changedChannel && changedStatus
      ? { at: changedAt.toISOString(), channel: changedChannel, status: changedStatus }
      : null,
});

/** Maximum of a PostgreSQL integer. */
const MAX_ID = 2_147_483_647;
export const presentCursor = ({ isWorking, name, companyId }: CompanyCursor): string =>
  Buffer.from(JSON.stringify([isWorking, name, companyId])).toString('base64url');
/** Undefined for a text that no page gave out. */
export function parseCursor(text: string): CompanyCursor | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(parts)) return undefined;
    const [isWorking, name, companyId] = parts as unknown[];
    if (typeof isWorking !== 'boolean') return undefined;
    if (typeof name !== 'string' || name.includes('\0') || typeof companyId !== 'number') return undefined;
    return Number.isInteger(companyId) && companyId > 0 && companyId <= MAX_ID
      ? { isWorking, name, companyId }
      : undefined;
  } catch {
    return undefined;
  }
}

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
