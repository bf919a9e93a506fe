import { texts } from '../../lib/texts.ts';

export const todoTexts = texts({
  title: { pt: 'Tarefas', en: 'Tasks', es: 'Tareas' },
  openCount: { pt: '{count} abertas', en: '{count} open', es: '{count} abiertas' },
  oneOpen: { pt: '1 aberta', en: '1 open', es: '1 abierta' },
  localOnly: { pt: 'Só neste navegador', en: 'Only in this browser', es: 'Solo en este navegador' },
  add: { pt: 'Nova tarefa', en: 'New task', es: 'Nueva tarea' },
  done: { pt: 'Feitas', en: 'Done', es: 'Hechas' },
  clearDone: { pt: 'Limpar feitas', en: 'Clear done', es: 'Limpiar hechas' },
  markDone: { pt: 'Feita: {text}', en: 'Done: {text}', es: 'Hecha: {text}' },
  edit: { pt: 'Editar {text}', en: 'Edit {text}', es: 'Editar {text}' },
  editField: { pt: 'Texto da tarefa', en: 'Text of the task', es: 'Texto de la tarea' },
  save: { pt: 'Salvar', en: 'Save', es: 'Guardar' },
  remove: { pt: 'Excluir {text}', en: 'Delete {text}', es: 'Eliminar {text}' },
  removed: { pt: 'Tarefa excluída', en: 'Task deleted', es: 'Tarea eliminada' },
  cleared: { pt: 'Tarefas feitas excluídas', en: 'Done tasks deleted', es: 'Tareas hechas eliminadas' },
  undo: { pt: 'Desfazer', en: 'Undo', es: 'Deshacer' },
  move: { pt: 'Mover {text}', en: 'Move {text}', es: 'Mover {text}' },
  movedTo: {
    pt: '{text}: posição {place} de {count}',
    en: '{text}: position {place} of {count}',
    es: '{text}: posición {place} de {count}',
  },
  todayAt: { pt: 'hoje, {time}', en: 'today, {time}', es: 'hoy, {time}' },
  stored: {
    pt: 'Ficam guardadas neste navegador, para o seu usuário. Em outro computador a lista começa vazia.',
    en: 'They are stored in this browser, for your user. On another computer the list starts empty.',
    es: 'Se guardan en este navegador, para tu usuario. En otro ordenador la lista empieza vacía.',
  },
  notStored: {
    pt: 'Este navegador não guarda dados agora: as tarefas duram até fechar a janela.',
    en: 'This browser stores no data now: the tasks last until the window closes.',
    es: 'Este navegador no guarda datos ahora: las tareas duran hasta cerrar la ventana.',
  },
  empty: { pt: 'Nenhuma tarefa aberta.', en: 'No open tasks.', es: 'Ninguna tarea abierta.' },
});
