import { texts } from '../../lib/texts.ts';

export const flowTexts = texts({
  none: { pt: 'Nenhum', en: 'None', es: 'Ninguno' },
  flowIdWelcome: { pt: 'Fluxo de boas-vindas', en: 'Welcome flow', es: 'Flujo de bienvenida' },
  flowIdWelcomeHint: {
    pt: 'Começa na primeira conversa de um contato nesta conexão.',
    en: 'Starts with a contact’s first conversation on this connection.',
    es: 'Comienza con la primera conversación de un contacto en esta conexión.',
  },
  flowIdNotPhrase: {
    pt: 'Fluxo de resposta padrão',
    en: 'Default reply flow',
    es: 'Flujo de respuesta predeterminada',
  },
  flowIdNotPhraseHint: {
    pt: 'Começa quando a primeira mensagem de uma conversa não combina com nenhuma frase.',
    en: 'Starts when the first message of a conversation matches no phrase.',
    es: 'Comienza cuando el primer mensaje de una conversación no coincide con ninguna frase.',
  },
});
