import type { IntegrationType } from '@balcao/domain/integration/integration-types';

/** Apart from the form, which is loaded later than the list. */
export const sendsWebhooks = (type: IntegrationType): boolean => type === 'n8n' || type === 'webhook';
