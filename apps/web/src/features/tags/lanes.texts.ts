import { texts } from '../../lib/texts.ts';

export const laneTexts = texts({
  title: { pt: 'Colunas do Kanban', en: 'Kanban lanes', es: 'Columnas del Kanban' },
  back: { pt: 'Voltar ao Kanban', en: 'Back to the Kanban', es: 'Volver al Kanban' },
  lane: { pt: 'Coluna', en: 'Lane', es: 'Columna' },
  tickets: { pt: 'Conversas', en: 'Conversations', es: 'Conversaciones' },
  moves: { pt: 'Segue sozinha', en: 'Moves on', es: 'Sigue sola' },
  movesText: {
    pt: 'Após {minutes} min, para {lane}',
    en: 'After {minutes} min, to {lane}',
    es: 'Tras {minutes} min, a {lane}',
  },
  movesNot: { pt: 'Não', en: 'No', es: 'No' },
  add: { pt: 'Nova coluna', en: 'New lane', es: 'Nueva columna' },
  emptyTitle: { pt: 'Nenhuma coluna ainda', en: 'No lanes yet', es: 'Aún no hay columnas' },
  emptyText: {
    pt: 'Cada coluna é uma etapa do atendimento no quadro.',
    en: 'Each lane is a stage of the service on the board.',
    es: 'Cada columna es una etapa de la atención en el tablero.',
  },
  removeTitle: {
    pt: 'Excluir a coluna “{name}”?',
    en: 'Delete the lane “{name}”?',
    es: '¿Eliminar la columna “{name}”?',
  },
  removeText: {
    pt: 'As conversas que estão nela ({count}) ficam sem etapa. Não dá para desfazer.',
    en: 'The conversations in it ({count}) are left without a stage. This cannot be undone.',
    es: 'Las conversaciones que están en ella ({count}) quedan sin etapa. No se puede deshacer.',
  },
});
