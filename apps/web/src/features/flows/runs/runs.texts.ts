import { texts } from '../../../lib/texts.ts';

export const runsTexts = texts({
  list: { pt: 'Execuções do fluxo', en: 'Runs of the flow', es: 'Ejecuciones del flujo' },
  loading: { pt: 'Carregando execuções', en: 'Loading the runs', es: 'Cargando las ejecuciones' },
  state: { pt: 'Situação', en: 'Status', es: 'Estado' },
  all: { pt: 'Todas', en: 'All', es: 'Todas' },
  live: { pt: 'Em andamento', en: 'In progress', es: 'En curso' },
  ended: { pt: 'Terminadas', en: 'Ended', es: 'Terminadas' },
  failed: { pt: 'Com erro', en: 'With an error', es: 'Con error' },
  dropped: { pt: 'Largaram', en: 'Dropped out', es: 'Abandonaron' },
  version: { pt: 'Versão', en: 'Version', es: 'Versión' },
  allVersions: { pt: 'Todas as versões', en: 'All versions', es: 'Todas las versiones' },
  refresh: { pt: 'Atualizar', en: 'Refresh', es: 'Actualizar' },
  more: { pt: 'Mostrar mais', en: 'Show more', es: 'Mostrar más' },
  emptyTitle: { pt: 'Nenhuma execução ainda', en: 'No runs yet', es: 'Ninguna ejecución aún' },
  emptyText: {
    pt: 'Cada conversa que entrar neste fluxo aparece aqui, até 30 dias depois do fim.',
    en: 'Each conversation that enters this flow is shown here until 30 days after its end.',
    es: 'Cada conversación que entre en este flujo aparece aquí hasta 30 días después de su final.',
  },
  nothingTitle: { pt: 'Nenhuma execução assim', en: 'No such runs', es: 'Ninguna ejecución así' },
  nothingText: {
    pt: 'Escolha outra situação ou outra versão.',
    en: 'Choose another status or another version.',
    es: 'Elige otro estado u otra versión.',
  },
  retained: {
    pt: 'Execuções ficam guardadas por 30 dias depois do fim.',
    en: 'Runs are kept for 30 days after their end.',
    es: 'Las ejecuciones se guardan 30 días después de su final.',
  },

  // One run
  run: { pt: 'Execução de {name}', en: 'Run of {name}', es: 'Ejecución de {name}' },
  back: { pt: 'Voltar às execuções', en: 'Back to the runs', es: 'Volver a las ejecuciones' },
  openTicket: { pt: 'Abrir conversa', en: 'Open the conversation', es: 'Abrir conversación' },
  view: { pt: 'Modo de ver o caminho', en: 'View of the path', es: 'Modo de ver el recorrido' },
  asSteps: { pt: 'Passos', en: 'Steps', es: 'Pasos' },
  asDrawing: { pt: 'No desenho', en: 'On the drawing', es: 'En el dibujo' },
  duration: { pt: 'Duração', en: 'Duration', es: 'Duración' },
  nodes: { pt: 'Passou por', en: 'Went through', es: 'Pasó por' },
  nodesOf: { pt: '{visited} de {all} blocos', en: '{visited} of {all} blocks', es: '{visited} de {all} bloques' },
  end: { pt: 'Fim', en: 'End', es: 'Final' },
  notEnded: { pt: 'ainda não terminou', en: 'not ended yet', es: 'aún no terminó' },
  variables: { pt: 'Dados da conversa', en: 'Data of the conversation', es: 'Datos de la conversación' },
  noVariables: {
    pt: 'O fluxo não guardou nenhuma variável.',
    en: 'The flow kept no variables.',
    es: 'El flujo no guardó ninguna variable.',
  },
  tryIt: { pt: 'Testar com estes dados', en: 'Try with these data', es: 'Probar con estos datos' },
  tryHint: {
    pt: 'Abre o telefone de teste no rascunho, com este nome e estas variáveis.',
    en: 'Opens the test phone on the draft, with this name and these variables.',
    es: 'Abre el teléfono de prueba en el borrador, con este nombre y estas variables.',
  },
  contents: {
    pt: 'Conteúdo das chamadas HTTP',
    en: 'Content of HTTP calls',
    es: 'Contenido de las llamadas HTTP',
  },
  contentsHint: {
    pt: 'Fica por 7 dias. Dados pessoais e chaves não são guardados.',
    en: 'Kept for 7 days. Personal data and keys are not stored.',
    es: 'Se guarda 7 días. No se guardan datos personales ni claves.',
  },
  skipped: {
    pt: 'Blocos por onde não passou: {names}',
    en: 'Blocks it did not go through: {names}',
    es: 'Bloques por donde no pasó: {names}',
  },
  noDrawing: {
    pt: 'O desenho desta versão não existe mais.',
    en: 'The drawing of this version no longer exists.',
    es: 'El dibujo de esta versión ya no existe.',
  },
});
