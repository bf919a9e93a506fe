import { texts } from '../../lib/texts.ts';

export const laneTexts = texts({
  title: { pt: 'Colunas do Kanban', en: 'Kanban columns', es: 'Columnas del Kanban' },
  back: { pt: 'Voltar ao Kanban', en: 'Back to Kanban', es: 'Volver al Kanban' },
  lane: { pt: 'Coluna', en: 'Column', es: 'Columna' },
  tickets: { pt: 'Conversas', en: 'Conversations', es: 'Conversaciones' },
  moves: { pt: 'Avança sozinha', en: 'Moves automatically', es: 'Avanza sola' },
  movesText: {
    pt: 'Após {minutes} min, para {lane}',
    en: 'After {minutes} min, to {lane}',
    es: 'Tras {minutes} min, a {lane}',
  },
  movesNot: { pt: 'Não', en: 'No', es: 'No' },
  add: { pt: 'Nova coluna', en: 'New column', es: 'Nueva columna' },
  emptyTitle: { pt: 'Nenhuma coluna ainda', en: 'No columns yet', es: 'Aún no hay columnas' },
  emptyText: {
    pt: 'As colunas mostram no quadro em que ponto está cada conversa.',
    en: 'Columns show on the board how far along each conversation is.',
    es: 'Las columnas muestran en el tablero en qué punto está cada conversación.',
  },
  removeTitle: {
    pt: 'Excluir a coluna “{name}”?',
    en: 'Delete the column “{name}”?',
    es: '¿Eliminar la columna “{name}”?',
  },
  removeText: {
    pt: 'As conversas que estão nela ({count}) ficam sem coluna. Não dá para desfazer.',
    en: 'The conversations in it ({count}) are left without a column. This cannot be undone.',
    es: 'Las conversaciones que están en ella ({count}) quedan sin columna. No se puede deshacer.',
  },
});
