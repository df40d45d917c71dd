import type { Language } from './language.ts'

export const arabic: Language = {
  code: 'ar',
  knownBy: { letters: /\p{Script=Arabic}{2}/u },
  headings: {
    task: 'المهمة، حرفيًا',
    request: 'ما طُلب بعد ذلك، حرفيًا',
    constraint: 'القواعد، حرفيًا',
    preference: 'التفضيلات، حرفيًا',
    rejected: 'المرفوض، حرفيًا',
    decision: 'القرارات',
    fact: 'الحقائق',
    open: 'غير منجز',
    step: 'الخطة',
    artifact: 'النواتج',
    file: 'الملفات وآخر عملية عليها',
    command: 'الأوامر ونتائجها',
    error: 'الأخطاء وما حلّها',
    outcome: 'من مخرجات الأدوات، اقتباس',
    state: 'أين توقف العمل',
    said: 'ما وجده الوكيل وقرره وفعله، بكلماته',
    earlier: 'ملخص كتبه برنامج آخر من قبل',
  },
  phrases: {
    taskInPart: 'المهمة، جزئيًا',
    opening: 'المدخلات {span}، أُعدّ دون نموذج؛ كل سطر يذكر مدخله.',
    more: '{count} أخرى',
    since: 'منذ ذلك: {calls}',
    below: 'بالنص الكامل أدناه: {handles}.',
  },
  cues: {
    rule: /(?<!\p{L})(?:لا ت\p{L}*|يجب|أبدا\p{M}*|دائما\p{M}*|ممنوع)/iu,
    lift: /يمكن/i,
    untouched: /دون تغيير|بدون تغيير/,
    negation: /(?<!\p{L})(?:لا|لن|لم|ليس|بدون)(?!\p{L})/iu,
    claim: /المستخدم/i,
  },
}
