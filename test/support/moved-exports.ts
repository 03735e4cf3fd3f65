import { fileOf } from './given-moves.ts'

// Exports of further applications, written by hand. The truth about each is worked out beside it.

const FIREFLY_HEAD =
  'user_id,group_id,journal_id,created_at,updated_at,group_title,type,currency_code,amount,foreign_currency_code,foreign_amount,primary_currency_code,pc_amount,pc_foreign_amount,description,date,source_name,source_iban,source_type,destination_name,destination_iban,destination_type,reconciled,category,budget,bill,tags,notes'

type Journal = {
  readonly group: number
  readonly id: number
  readonly type: string
  readonly amount: string
  readonly foreign?: string
  readonly text: string
  readonly day: string
  readonly from: readonly [name: string, type: string]
  readonly to: readonly [name: string, type: string]
  readonly category?: string
  readonly tags?: string
  readonly title?: string
}

const journal = ({
  group,
  id,
  type,
  amount,
  foreign = ',',
  text,
  day,
  from,
  to,
  ...rest
}: Journal) =>
  [
    `1,${group},${id},2026-03-01T08:00:00+01:00,2026-03-01T08:00:00+01:00,${rest.title ?? ''},${type},EUR,${amount}`,
    `${foreign},EUR,,,${text},${day}T00:00:00+01:00,${from[0]},,${from[1]},${to[0]},,${to[1]},0`,
    `${rest.category ?? ''},Household,,"${rest.tags ?? ''}",`,
  ].join(',')

/**
 * Giro: 1,000.00 − 25.00 − 30.00 (20 + 10) + 1,800.00 − 300.00 − 110.00 + 5.00 = 2,340.00. Sparbuch: 300.00. Dollars:
 * 120.00 USD. One pair; the transfer between currencies has two amounts.
 */
export const fireflyTransactions = [
  FIREFLY_HEAD,
  journal({
    group: 1,
    id: 1,
    type: 'Opening balance',
    amount: '1000.00',
    text: 'Initial balance',
    day: '2026-01-01',
    from: ['Initial balance for Giro', 'Initial balance account'],
    to: ['Giro', 'Asset account'],
  }),
  journal({
    group: 2,
    id: 2,
    type: 'Withdrawal',
    amount: '-25.000000000000',
    text: 'Weekly shop',
    day: '2026-03-02',
    from: ['Giro', 'Asset account'],
    to: ['Edelmarkt', 'Expense account'],
    category: 'Groceries',
    tags: 'weekly,home',
  }),
  journal({
    group: 3,
    id: 3,
    type: 'Withdrawal',
    amount: '-20.00',
    text: 'Paint',
    day: '2026-03-03',
    from: ['Giro', 'Asset account'],
    to: ['Baumarkt', 'Expense account'],
    category: 'Home',
    title: 'Saturday',
  }),
  journal({
    group: 3,
    id: 4,
    type: 'Withdrawal',
    amount: '-10.00',
    text: 'Brush',
    day: '2026-03-03',
    from: ['Giro', 'Asset account'],
    to: ['Baumarkt', 'Expense account'],
    category: 'Tools',
    title: 'Saturday',
  }),
  journal({
    group: 4,
    id: 5,
    type: 'Deposit',
    amount: '1800.00',
    text: 'March pay',
    day: '2026-03-05',
    from: ['Acme', 'Revenue account'],
    to: ['Giro', 'Asset account'],
    category: 'Salary',
  }),
  journal({
    group: 5,
    id: 6,
    type: 'Transfer',
    amount: '300.00',
    text: 'Saving',
    day: '2026-03-06',
    from: ['Giro', 'Asset account'],
    to: ['Sparbuch', 'Asset account'],
  }),
  journal({
    group: 6,
    id: 7,
    type: 'Transfer',
    amount: '110.00',
    foreign: 'USD,120.00',
    text: 'For the trip',
    day: '2026-03-07',
    from: ['Giro', 'Asset account'],
    to: ['Dollars', 'Asset account'],
  }),
  journal({
    group: 7,
    id: 8,
    type: 'Reconciliation',
    amount: '5.00',
    text: 'Reconciliation',
    day: '2026-03-08',
    from: ['Giro reconciliation', 'Reconciliation account'],
    to: ['Giro', 'Asset account'],
  }),
  '',
].join('\n')

export const firefly = () => [
  fileOf('2026_03_20_transactions.csv', fireflyTransactions),
  fileOf(
    'accounts.csv',
    `user_id,account_id,created_at,updated_at,type,name,virtual_balance,iban,number,active,currency_code,role
1,1,x,x,Asset account,Giro,0,,,1,EUR,defaultAsset
1,2,x,x,Asset account,Sparbuch,0,,,1,EUR,savingAsset
1,3,x,x,Asset account,Dollars,0,,,1,USD,cashWalletAsset
1,4,x,x,Expense account,Edelmarkt,0,,,1,EUR,
`,
  ),
  fileOf(
    'bills.csv',
    `user_id,bill_id,created_at,updated_at,currency_code,name,amount_min,amount_max,date,repeat_freq,skip,active
1,1,x,x,EUR,Insurance,90.00,110.00,2026-01-31,quarterly,0,1
1,2,x,x,EUR,Odd,5.00,5.00,2026-01-31,weekly,0,1
1,3,x,x,EUR,Over,5.00,5.00,2026-01-31,monthly,0,
`,
  ),
  fileOf(
    'budgets.csv',
    `user_id,budget_id,name,active,order,start_date,end_date,currency_code,amount
1,1,Household,1,1,2026-02-01,2026-02-28,EUR,450.00
1,1,Household,1,1,2026-03-01,2026-03-31,EUR,500.00
`,
  ),
  fileOf(
    'recurring.csv',
    `user_id,recurrence_id,row_contains,created_at,updated_at,type,title,description,first_date,repeat_until,latest_date,repetitions,apply_rules,active,type,moment,skip,weekend,currency_code,foreign_currency_code,source_name,source_type,destination_name,destination_type,amount,foreign_amount,category,budget,piggy_bank,tags
1,1,recurrence,x,x,Deposit,Pay,,2026-01-05,,,0,1,1
1,1,repetition,,,,,,,,,,,,monthly,5,0,1
1,1,transaction,,,,,,,,,,,,,,,,EUR,,Acme,Revenue account,Giro,Asset account,1800.00,,,,,
`,
  ),
]

export const fireflyBalances = { Giro: 234_000, Sparbuch: 30_000, Dollars: 12_000 }

/**
 * The balances count up to their day: Joint 1,500.00 on 03-10 already holds the shop of 03-09, and the pay of 03-12 comes on
 * top: 3,500.00. Card −80.00. The car has no payments.
 */
export const monarch = () => [
  fileOf(
    'transactions.csv',
    `Date,Merchant,Category,Account,Original Statement,Notes,Amount,Tags,Owner
2026-03-12,Acme,Paychecks,Joint (...1234),ACME PAYROLL 0312,,2000.00,,
2026-03-09,Fresh Foods,Groceries,Joint (...1234),FRESH FOODS #12,"for, the party",-45.50,"Party,Shared",
2026-03-08,Visa payment,Credit Card Payment,Joint (...1234),VISA PMT,,-120.00,,
2026-03-08,Payment received,Credit Card Payment,Credit Card (...9876),PAYMENT THANK YOU,,120.00,,
2026-03-05,Adjustment,Balance Adjustments,Joint (...1234),,,3.00,,
`,
  ),
  fileOf(
    'balances.csv',
    `Date,Balance,Account
2026-03-09,1400.00,Joint (...1234)
2026-03-10,1500.00,Joint (...1234)
2026-03-10,-80.00,Credit Card (...9876)
2026-03-10,12000.00,Car
`,
  ),
]

export const monarchBalances = {
  'Joint (...1234)': 350_000,
  'Credit Card (...9876)': -8000,
  Car: 1_200_000,
}

/** Spending is positive here: Bank −12.50 + 1,900.00 = 1,887.50. */
export const lunchMoney = () => [
  fileOf(
    'lunchmoney.csv',
    `date,category_group,category,payee,amount,currency,notes,account,tags,status
2026-03-01,Living,Groceries,Market Hall,12.50,eur,,Bank,"food, weekly",cleared
2026-03-02,,Salary,Acme,-1900.00,eur,,Bank,,cleared
`,
  ),
]

/** Debits have no sign: Checking 1,500.00 − 20.10 − 200.00 = 1,279.90, Savings 200.00. */
export const mint = () => [
  fileOf(
    'mint.csv',
    `"Date","Description","Original Description","Amount","Transaction Type","Category","Account Name","Labels","Notes"
"3/04/2026","Bakery","BAKERY 001","20.10","debit","Restaurants","My Checking","Treat","good"
"3/03/2026","Transfer to savings","XFER 1","200.00","debit","Transfer","My Checking","",""
"3/04/2026","Transfer from checking","XFER 1","200.00","credit","Transfer","My Savings","",""
"3/01/2026","Acme","ACME DD","1,500.00","credit","Paycheck","My Checking","",""
`,
  ),
]

/** Spending is positive: Everyday 7788 is −9.63 + 900.00 = 890.37. Two cards of one name differ by their digits. */
export const copilot = () => [
  fileOf(
    'copilot.csv',
    `date,name,amount,status,category,parent category,excluded,tags,type,account,account mask,note,recurring
2026-03-18,Burger Bar,9.63,pending,Restaurants,Food & Drink,false,,regular,Everyday,7788,hungry,
2026-03-10,Acme,-900.00,posted,,,false,,income,Everyday,7788,,
2026-03-11,Card payment,40.00,posted,,,false,,internal transfer,Everyday,1111,,
2026-03-12,Payment,-40.00,posted,,,false,,internal transfer,Everyday,2222,,
`,
  ),
]

/**
 * Checking: 750.00 − 12.00 − 80.00 (50 food, 20 home, 10 to savings) + 1,000.00 = 1,658.00. Savings: 100.00 + 10.00. The
 * part of the split is the other side of the transfer.
 */
export const quicken = () => [
  fileOf(
    'all.qif',
    `!Type:Cat
NFood:Groceries
E
^
NSalary
I
^
!Option:AutoSwitch
!Account
NChecking
TBank
^
NSavings
TBank
^
!Clear:AutoSwitch
!Account
NChecking
TBank
^
!Type:Bank
D1/ 1'26
T750.00
POpening Balance
L[Checking]
^
D3/ 2'26
U-12.00
T-12.00
CX
PCorner Shop
Mmilk
LFood:Groceries/Trip
^
D3/15'26
T-80.00
PDepartment Store
LFood:Groceries
SFood:Groceries
Esnacks
$-50.00
SHome
$-20.00
S[Savings]
$-10.00
^
D3/16'26
T1,000.00
PAcme
LSalary
^
!Account
NSavings
TBank
^
!Type:Bank
D1/ 1'26
T100.00
POpening Balance
L[Savings]
^
D3/15'26
T10.00
PDepartment Store
L[Checking]
^
`,
  ),
]

export const quickenBalances = { Checking: 165_800, Savings: 11_000 }
