import { texts } from '../../lib/texts.ts';

export const integrationFieldTexts = texts({
  integration: { pt: 'Integração', en: 'Integration', es: 'Integración' },
  none: { pt: 'Nenhuma', en: 'None', es: 'Ninguna' },
  noIntegrations: {
    pt: 'Ainda não há integrações. Crie uma em Integrações.',
    en: 'There are no integrations yet. Create one in Integrations.',
    es: 'Aún no hay integraciones. Crea una en Integraciones.',
  },

  // Types. Names of services are the same in every language.
  dialogflow: { pt: 'Dialogflow', en: 'Dialogflow', es: 'Dialogflow' },
  n8n: { pt: 'n8n', en: 'n8n', es: 'n8n' },
  webhook: { pt: 'Webhook', en: 'Webhook', es: 'Webhook' },
  typebot: { pt: 'Typebot', en: 'Typebot', es: 'Typebot' },
  flowbuilder: { pt: 'Fluxo de conversa', en: 'Conversation flow', es: 'Flujo de conversación' },
});
