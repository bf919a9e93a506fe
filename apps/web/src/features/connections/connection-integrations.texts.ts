import { texts } from '../../lib/texts.ts';

export const integrationTexts = texts({
  promptHint: {
    pt: 'Responde com IA enquanto a conversa não tem fila nem atendente.',
    en: 'Answers with AI while the conversation has no queue and no agent.',
    es: 'Responde con IA mientras la conversación no tiene cola ni agente.',
  },
  integrationHint: {
    pt: 'Recebe as mensagens enquanto a conversa não tem fila nem atendente.',
    en: 'Receives the messages while the conversation has no queue and no agent.',
    es: 'Recibe los mensajes mientras la conversación no tiene cola ni agente.',
  },
  bothHint: {
    pt: 'O prompt de IA responde primeiro; a integração só recebe o que ele não responde.',
    en: 'The AI prompt answers first; the integration receives only what it does not answer.',
    es: 'El prompt de IA responde primero; la integración solo recibe lo que él no responde.',
  },
});
