import { texts } from '../../../lib/texts.ts';

export const editorTexts = texts({
  back: { pt: 'Voltar para fluxos', en: 'Back to flows', es: 'Volver a los flujos' },
  draw: { pt: 'Desenhe seu fluxo', en: 'Draw your flow', es: 'Dibuja tu flujo' },
  remember: {
    pt: 'Não se esqueça de salvar seu fluxo!',
    en: 'Remember to save your flow!',
    es: '¡No olvides guardar tu flujo!',
  },
  rename: { pt: 'Editar nome', en: 'Edit name', es: 'Editar nombre' },
  undo: { pt: 'Desfazer', en: 'Undo', es: 'Deshacer' },
  redo: { pt: 'Refazer', en: 'Redo', es: 'Rehacer' },
  tryIt: { pt: 'Testar no simulador', en: 'Try in the simulator', es: 'Probar en el simulador' },
  closeTry: { pt: 'Fechar teste', en: 'Close the test', es: 'Cerrar prueba' },
  save: { pt: 'Salvar', en: 'Save', es: 'Guardar' },
  versionNote: { pt: 'Nota da versão', en: 'Note of the version', es: 'Nota de la versión' },
  versionNoteText: {
    pt: 'Aparece na lista de versões. A equipe vê, o cliente não.',
    en: 'Shown in the list of versions. The team sees it, customers do not.',
    es: 'Aparece en la lista de versiones. La ve el equipo, no el cliente.',
  },
  whatChanged: { pt: 'O que mudou', en: 'What changed', es: 'Qué cambió' },
  noteNotStored: {
    pt: 'Nada mudou desde a versão {number}: a nota não foi guardada.',
    en: 'Nothing changed since version {number}: the note was not stored.',
    es: 'Nada cambió desde la versión {number}: la nota no se guardó.',
  },
  view: { pt: 'Modo de ver', en: 'View', es: 'Modo de ver' },
  canvas: { pt: 'Desenho', en: 'Drawing', es: 'Dibujo' },
  list: { pt: 'Lista', en: 'List', es: 'Lista' },
  loading: { pt: 'Carregando o fluxo', en: 'Loading the flow', es: 'Cargando el flujo' },
  saved: { pt: 'Fluxo salvo com sucesso', en: 'Flow saved', es: 'Flujo guardado' },
  staying: {
    pt: '{count} {count|conversa segue|conversas seguem} na versão {number}.',
    en: '{count} {count|conversation stays|conversations stay} on version {number}.',
    es: '{count} {count|conversación sigue|conversaciones siguen} en la versión {number}.',
  },
  casesFailed: {
    pt: 'Publicado, mas {count} {count|teste salvo não deu|testes salvos não deram} o esperado.',
    en: 'Published, but {count} saved {count|test|tests} did not give what was expected.',
    es: 'Publicado, pero {count} {count|prueba guardada no dio|pruebas guardadas no dieron} lo esperado.',
  },

  // Saving
  offline: {
    pt: 'Sem conexão. Continue desenhando; o rascunho é salvo quando ela voltar.',
    en: 'No connection. Keep drawing; the draft is saved when it returns.',
    es: 'Sin conexión. Sigue dibujando; el borrador se guarda cuando vuelva.',
  },
  failed: { pt: 'O rascunho não foi salvo.', en: 'The draft was not saved.', es: 'El borrador no se guardó.' },
  leaveText: {
    pt: 'O que você mudou neste fluxo ainda não foi salvo.',
    en: 'What you changed in this flow is not saved yet.',
    es: 'Lo que cambiaste en este flujo aún no se guardó.',
  },
  retry: { pt: 'Tentar de novo', en: 'Try again', es: 'Intentar de nuevo' },
  alsoHere: { pt: '{name} também está editando', en: '{name} is editing, too', es: '{name} también está editando' },
  manyAlsoHere: {
    pt: '{names} e {last} também estão editando',
    en: '{names} and {last} are editing, too',
    es: '{names} y {last} también están editando',
  },
  savedElsewhere: {
    pt: '{name} salvou este fluxo. Quando você mudar algo, escolhe entre o seu desenho e o novo.',
    en: '{name} saved this flow. When you change something, you choose between your drawing and the new one.',
    es: '{name} guardó este flujo. Cuando cambies algo, eliges entre tu dibujo y el nuevo.',
  },
  gone: { pt: 'Este fluxo foi excluído', en: 'This flow was deleted', es: 'Este flujo fue eliminado' },
  goneText: {
    pt: 'Alguém o excluiu enquanto estava aberto aqui.',
    en: 'Someone deleted it while it was open here.',
    es: 'Alguien lo eliminó mientras estaba abierto aquí.',
  },
  conflictTitle: {
    pt: '{name} salvou este fluxo às {time}',
    en: '{name} saved this flow at {time}',
    es: '{name} guardó este flujo a las {time}',
  },
  someone: { pt: 'Outra pessoa', en: 'Someone else', es: 'Otra persona' },
  conflictText: {
    pt: 'O seu desenho e o dela são diferentes. Guarde o seu como cópia ou carregue o dela; o que você não guardar se perde.',
    en: 'Your drawing and theirs differ. Keep yours as a copy or load theirs; what you do not keep is lost.',
    es: 'Tu dibujo y el suyo son distintos. Guarda el tuyo como copia o carga el suyo; lo que no guardes se pierde.',
  },
  saveCopy: { pt: 'Guardar como cópia', en: 'Keep as a copy', es: 'Guardar como copia' },
  loadTheirs: { pt: 'Carregar o outro', en: 'Load theirs', es: 'Cargar el otro' },
  copyName: { pt: '{name} (minha cópia)', en: '{name} (my copy)', es: '{name} (mi copia)' },
  copyNameNumbered: {
    pt: '{name} (minha cópia {number})',
    en: '{name} (my copy {number})',
    es: '{name} (mi copia {number})',
  },

  // Palette
  addNode: { pt: 'Adicionar bloco', en: 'Add a block', es: 'Agregar bloque' },
  closePalette: { pt: 'Fechar blocos', en: 'Close blocks', es: 'Cerrar bloques' },
  searchNode: { pt: 'Buscar bloco', en: 'Search block', es: 'Buscar bloque' },
  nothingFound: { pt: 'Nada encontrado', en: 'Nothing found', es: 'Nada encontrado' },
  whichNode: { pt: 'O que vem a seguir?', en: 'What comes next?', es: '¿Qué viene después?' },

  // Connections
  connectTo: { pt: 'Conectar a…', en: 'Connect to…', es: 'Conectar a…' },
  connectNamed: {
    pt: 'Conectar a…: “{port}” de {node}',
    en: 'Connect to…: “{port}” of {node}',
    es: 'Conectar a…: “{port}” de {node}',
  },
  notConnected: { pt: 'sem ligação', en: 'not connected', es: 'sin conexión' },
  disconnect: { pt: 'Desligar', en: 'Disconnect', es: 'Desconectar' },
  newNode: { pt: 'Novo bloco', en: 'New block', es: 'Nuevo bloque' },

  // List
  outline: { pt: 'Blocos do fluxo', en: 'Blocks of the flow', es: 'Bloques del flujo' },
  unreachable: { pt: 'Nada leva até aqui', en: 'Nothing leads here', es: 'Nada lleva hasta aquí' },
  editNamed: { pt: 'Editar {node}', en: 'Edit {node}', es: 'Editar {node}' },
  duplicateNamed: { pt: 'Duplicar {node}', en: 'Duplicate {node}', es: 'Duplicar {node}' },
  removeNamed: { pt: 'Excluir {node}', en: 'Delete {node}', es: 'Eliminar {node}' },
  readOnly: {
    pt: 'Numa tela maior você também desenha. Aqui dá para ler, ligar e testar.',
    en: 'On a larger screen you can also draw. Here you can read, switch and try.',
    es: 'En una pantalla más grande también puedes dibujar. Aquí puedes leer, activar y probar.',
  },
  find: { pt: 'Buscar no fluxo', en: 'Find in the flow', es: 'Buscar en el flujo' },
  copied: {
    pt: '{count} {count|bloco copiado|blocos copiados}',
    en: '{count} {count|block|blocks} copied',
    es: '{count} {count|bloque copiado|bloques copiados}',
  },
  nothingToPaste: {
    pt: 'Não há blocos copiados para colar.',
    en: 'There are no copied blocks to paste.',
    es: 'No hay bloques copiados para pegar.',
  },

  // Problems
  problems: { pt: 'Problemas', en: 'Problems', es: 'Problemas' },
  noProblems: { pt: 'Nenhum problema', en: 'No problems', es: 'Ningún problema' },
  oneError: { pt: '1 impede salvar', en: '1 prevents saving', es: '1 impide guardar' },
  errors: { pt: '{count} impedem salvar', en: '{count} prevent saving', es: '{count} impiden guardar' },
  oneWarning: { pt: '1 alerta', en: '1 warning', es: '1 alerta' },
  warnings: {
    pt: '{count} {count|alerta|alertas}',
    en: '{count} {count|warning|warnings}',
    es: '{count} {count|alerta|alertas}',
  },
  wholeFlow: { pt: 'O fluxo inteiro', en: 'The whole flow', es: 'Todo el flujo' },
  hasErrors: {
    pt: 'Corrija os problemas em vermelho e salve de novo. O rascunho está guardado.',
    en: 'Fix the problems in red and save again. The draft is kept.',
    es: 'Corrige los problemas en rojo y guarda de nuevo. El borrador está guardado.',
  },
  tryNotSaved: {
    pt: 'O rascunho ainda não foi salvo. Teste de novo quando a conexão voltar.',
    en: 'The draft is not saved yet. Try again when the connection returns.',
    es: 'El borrador aún no se guardó. Prueba de nuevo cuando vuelva la conexión.',
  },
});
