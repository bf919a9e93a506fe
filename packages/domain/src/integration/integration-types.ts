/** Types of integrations with external services, as the API names them. */
export const integrationTypes = ['dialogflow', 'n8n', 'webhook', 'typebot', 'flowbuilder'] as const;
export type IntegrationType = (typeof integrationTypes)[number];

/** Bots that answer the customer. */
export const botTypes: readonly IntegrationType[] = ['typebot', 'dialogflow'];
/** Services that receive messages and answer nothing. */
export const webhookTypes: readonly IntegrationType[] = ['n8n', 'webhook'];
