import { texts } from '../../lib/texts.ts';

/** Loaded with the tab of the ratings. */
export const ratingTexts = texts({
  scores: { pt: 'Notas de 0 a 10', en: 'Scores from 0 to 10', es: 'Notas de 0 a 10' },
  scoresHint: {
    pt: '{n} {n|resposta|respostas} · clique para filtrar',
    en: '{n} {n|answer|answers} · click to filter',
    es: '{n} {n|respuesta|respuestas} · haz clic para filtrar',
  },
  score: { pt: 'Nota', en: 'Score', es: 'Nota' },
  answers: { pt: 'Respostas', en: 'Answers', es: 'Respuestas' },
  perAgent: { pt: 'Por atendente', en: 'By agent', es: 'Por agente' },
  mean: { pt: 'Média', en: 'Mean', es: 'Media' },
  distribution: { pt: 'Distribuição', en: 'Distribution', es: 'Distribución' },
  shares: {
    pt: '{promoters} promotores, {passives} neutros, {detractors} detratores',
    en: '{promoters} promoters, {passives} passives, {detractors} detractors',
    es: '{promoters} promotores, {passives} neutros, {detractors} detractores',
  },
  low: { pt: 'Notas baixas para olhar', en: 'Low scores to look at', es: 'Notas bajas para revisar' },
  lowHint: { pt: '0 a 6, das mais novas', en: '0 to 6, newest first', es: '0 a 6, las más nuevas' },
  noRatings: {
    pt: 'Nenhuma avaliação com este filtro',
    en: 'No ratings with this filter',
    es: 'Ninguna evaluación con este filtro',
  },
});
