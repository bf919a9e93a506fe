import { texts } from '../../../lib/texts.ts';

export const flowPathTexts = texts({
  title: { pt: 'Caminho da conversa', en: 'Path of the conversation', es: 'Recorrido de la conversación' },
  passage: { pt: 'Passagem por fluxo', en: 'Passage through a flow', es: 'Paso por un flujo' },
  empty: {
    pt: 'Esta conversa não passou por fluxos',
    en: 'This conversation did not go through flows',
    es: 'Esta conversación no pasó por flujos',
  },
  emptyText: {
    pt: 'Quando um fluxo responde ao cliente, o caminho aparece aqui por 30 dias.',
    en: 'When a flow answers the customer, the path is shown here for 30 days.',
    es: 'Cuando un flujo responde al cliente, el recorrido aparece aquí por 30 días.',
  },
});
