import { serviceUrl } from './payment-variables.ts';
import { privateHostList } from './safe-fetch/private-hosts.ts';

/** Rows of the table of variables: services that companies use. */
export const integrationVariables = {
  TRANSCRIPTION_URL: {
    default: 'https://api.openai.com/v1',
    meaning: 'OpenAI-compatible service that writes down voice messages, up to its version; used once its key is set',
    expected: 'an address like https://api.openai.com/v1',
    read: serviceUrl,
  },
  PRIVATE_HOSTS: {
    default: 'none: integrations reach public addresses only',
    meaning:
      'Hosts of the private network that integrations of every company may call, such as an n8n beside this server; separated by commas, with a port if it is not a usual one',
    expected: 'a list of hosts like n8n.internal:5678, 10.0.0.5',
    read: privateHostList,
  },
} as const;
