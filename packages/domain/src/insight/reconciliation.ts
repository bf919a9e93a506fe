/** The equations between the numbers; `left` and `right` are what is compared. */
export const checks = {
  status: {
    pt: 'Terminados + atendendo + aguardando + grupos + avaliação + consentimento = atendimentos',
    en: 'Ended + open + waiting + groups + rating + consent = services',
    es: 'Terminadas + atendiendo + en espera + grupos + evaluación + consentimiento = atenciones',
  },
  agents: {
    pt: 'Soma por atendente, com «ninguém» = atendimentos',
    en: 'Sum per agent, including those without one = services',
    es: 'Suma por agente, con «nadie» = atenciones',
  },
  days: { pt: 'Soma dos dias = atendimentos', en: 'Sum of the days = services', es: 'Suma de los días = atenciones' },
  demand: {
    pt: 'Ativos + passivos = atendimentos',
    en: 'Active + passive = services',
    es: 'Activas + pasivas = atenciones',
  },
  ended: {
    pt: 'Avaliados + sem avaliação = terminados',
    en: 'Rated + not rated = ended',
    es: 'Evaluadas + sin evaluación = terminadas',
  },
  ratings: {
    pt: 'Promotores + neutros + detratores = avaliados',
    en: 'Promoters + passives + detractors = rated',
    es: 'Promotores + neutros + detractores = evaluados',
  },
  report: {
    pt: 'Linhas do relatório por atendimento = atendimentos',
    en: 'Rows of the report per service = services',
    es: 'Filas del informe por atención = atenciones',
  },
  exportRows: {
    pt: 'Linhas do Excel por atendimento = atendimentos',
    en: 'Rows of the Excel file per service = services',
    es: 'Filas del Excel por atención = atenciones',
  },
  exportTimes: {
    pt: 'Duração e espera somadas no Excel = as dos cartões, em segundos',
    en: 'Duration and wait added up in the Excel file = those of the cards, in seconds',
    es: 'Duración y espera sumadas en el Excel = las de las tarjetas, en segundos',
  },
  exportScores: {
    pt: 'Notas somadas no Excel = as dos cartões',
    en: 'Scores added up in the Excel file = those of the cards',
    es: 'Notas sumadas en el Excel = las de las tarjetas',
  },
  periods: {
    pt: 'Soma das partes de cada atendimento = duração do atendimento',
    en: 'Sum of the parts of each service = length of the service',
    es: 'Suma de las partes de cada atención = duración de la atención',
  },
} as const;
export type CheckName = keyof typeof checks;
export interface CheckLine {
  name: CheckName;
  left: number;
  right: number;
  holds: boolean;
}

/** The rows of an exported report, with the sums of its times in seconds and of its scores. */
export interface ExportedSums {
  rows: number;
  seconds: number;
  scores: number;
}
export interface CheckedNumbers {
  tickets: number;
  /** Unfinished cycles by the status of their conversation. */
  finished: number;
  open: number;
  pending: number;
  group: number;
  nps: number;
  lgpd: number;
  withRating: number;
  withoutRating: number;
  active: number;
  passive: number;
  rated: number;
  promoters: number;
  passives: number;
  detractors: number;
  byAgent: number;
  byDay: number;
  reportRows: number;
  /** What the worksheet of these days holds; times are not rounded to the second yet, as its cells are. */
  exported: ExportedSums;
  /** The same sums, by the numbers of the cards. */
  seconds: number;
  scores: number;
  /** Cycles whose periods have gaps, overlap or differ from their length. */
  brokenCycles: number;
}

/** Every equation with both of its sides. */
export function checkNumbers(n: CheckedNumbers): CheckLine[] {
  const line = (name: CheckName, left: number, right: number): CheckLine => ({
    name,
    left,
    right,
    holds: left === right,
  });
  return [
    line('status', n.finished + n.open + n.pending + n.group + n.nps + n.lgpd, n.tickets),
    line('agents', n.byAgent, n.tickets),
    line('days', n.byDay, n.tickets),
    line('demand', n.active + n.passive, n.tickets),
    line('ended', n.withRating + n.withoutRating, n.finished),
    line('ratings', n.promoters + n.passives + n.detractors, n.rated),
    line('report', n.reportRows, n.tickets),
    line('exportRows', n.exported.rows, n.tickets),
    {
      ...line('exportTimes', Math.round(n.exported.seconds), Math.round(n.seconds)),
      // Both are sums of fractions in different orders.
      holds: Math.abs(n.exported.seconds - n.seconds) < 0.5,
    },
    line('exportScores', n.exported.scores, n.scores),
    line('periods', n.tickets - n.brokenCycles, n.tickets),
  ];
}
