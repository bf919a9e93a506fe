import { texts } from '../../lib/texts.ts';

/** A run and its path, wherever they are shown. */
export const runTexts = texts({
  version: { pt: 'Versão {number}', en: 'Version {number}', es: 'Versión {number}' },
  live: { pt: 'Em andamento', en: 'In progress', es: 'En curso' },
  otherFlow: { pt: 'Em outro fluxo', en: 'In another flow', es: 'En otro flujo' },
  removedNode: { pt: 'Bloco desconhecido', en: 'Unknown block', es: 'Bloque desconocido' },
  removedFlow: { pt: 'Fluxo excluído', en: 'Deleted flow', es: 'Flujo eliminado' },
  steps: { pt: 'Passos', en: 'Steps', es: 'Pasos' },
  waitsNow: { pt: 'espera agora', en: 'waiting now', es: 'espera ahora' },
  exit: { pt: '{event}: {port}', en: '{event}: {port}', es: '{event}: {port}' },
  emptyPath: { pt: 'Nenhum passo guardado', en: 'No steps stored', es: 'Ningún paso guardado' },
  emptyPathText: {
    pt: 'Os passos ficam guardados por 30 dias depois do fim.',
    en: 'Steps are kept for 30 days after the end.',
    es: 'Los pasos se guardan 30 días después del final.',
  },
  loading: { pt: 'Carregando o caminho', en: 'Loading the path', es: 'Cargando el recorrido' },
});
