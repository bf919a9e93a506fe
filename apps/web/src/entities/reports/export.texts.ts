import { texts } from '../../lib/texts.ts';

export const exportTexts = texts({
  preparing: { pt: 'Preparando {file}', en: 'Preparing {file}', es: 'Preparando {file}' },
  progress: {
    pt: 'Preparando {file}: {rows} de {total} linhas',
    en: 'Preparing {file}: {rows} of {total} rows',
    es: 'Preparando {file}: {rows} de {total} registros',
  },
  ready: {
    pt: '{file} está pronto. O link vale por 24 horas.',
    en: '{file} is ready. The link works for 24 hours.',
    es: '{file} está listo. El enlace vale por 24 horas.',
  },
  failed: {
    pt: '{file} não ficou pronto. Exporte de novo.',
    en: '{file} could not be made. Export again.',
    es: '{file} no se pudo crear. Exporta de nuevo.',
  },
  canceled: { pt: '{file} cancelado', en: '{file} canceled', es: '{file} cancelado' },
  cancel: { pt: 'Cancelar', en: 'Cancel', es: 'Cancelar' },
  download: { pt: 'Baixar', en: 'Download', es: 'Descargar' },
  close: { pt: 'Fechar', en: 'Close', es: 'Cerrar' },
  recent: { pt: 'Exportações de hoje', en: 'Exports of today', es: 'Exportaciones de hoy' },
});
