import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import type { DemoState } from '../../infrastructure/db/schema/platform.ts';

/**
 * Whether a user belongs to the demo data, whose passwords are known to everybody. The owner's company is never a demo
 * company: it has the demo's super user beside real ones.
 */
export const isDemoAccount = (
  { isDemo }: { isDemo: boolean },
  { companyId, demoState }: { companyId: number; demoState: DemoState | null },
): boolean => isDemo || (demoState !== null && companyId !== OWNER_COMPANY_ID);
