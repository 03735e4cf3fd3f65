"""The types of what the API takes and answers. At run time they are plain dicts.

Answers may get new fields and new values: ignore those that you do not know.
"""

# Written by `npm run sdk:generate` from the OpenAPI document. Change the generator, not this file.

from __future__ import annotations

from typing import List, Literal, Optional, TypedDict, Union

from ._calls import Day, Id

__all__ = [
    "Account",
    "AccountSummary",
    "AccountSummaryByCurrency",
    "AccountSummaryByType",
    "AggregatorAccount",
    "AggregatorSelection",
    "BulkResult",
    "BulkResultResults",
    "BulkResultResultsError",
    "Category",
    "CategoryLook",
    "Connection",
    "ConnectionInstitutions",
    "ConnectionProblem",
    "CreatedWebhook",
    "CreatedWebhookLastDelivery",
    "ErrorCode",
    "ErrorType",
    "Expense",
    "ExpenseGroup",
    "ExpenseLook",
    "ExpenseSummary",
    "ExpenseSummaryByType",
    "ExpenseSummaryNextContribution",
    "ExpenseTransfer",
    "ExpenseTransferCreatedBy",
    "FundingSchedule",
    "KeyDescription",
    "KeyDescriptionKey",
    "KeyDescriptionRateLimit",
    "NetWorth",
    "NetWorthByAccount",
    "NetWorthSeries",
    "NewTransaction",
    "QueuedEvent",
    "QueuedEvents",
    "Settings",
    "SettingsFreeToSpend",
    "SettingsMembers",
    "SettingsPlan",
    "Spending",
    "SpendingGroups",
    "SubscriptionState",
    "Success",
    "SyncRequest",
    "SyncRequestProviders",
    "SyncStatus",
    "SyncStatusProviders",
    "SyncStatusProvidersError",
    "SyncStatusProvidersQuota",
    "Transaction",
    "TransactionCreated",
    "TransactionCreatedData",
    "TransactionCreatedDataTransaction",
    "TransactionPage",
    "TransactionPart",
    "TransactionSummary",
    "TransactionSummaryByCurrency",
    "Webhook",
    "WebhookDelivery",
    "WebhookDeliveryLog",
    "WebhookEvent",
    "WebhookLastDelivery",
    "WebhookTest",
    "WebhookTestData",
    "WebhookTestDataWebhook",
]


ErrorType = Literal[
    "invalid_request",
    "authentication_error",
    "permission_error",
    "not_found",
    "conflict",
    "rate_limit_error",
    "api_error",
]

ErrorCode = Literal[
    "invalid_json",
    "invalid_parameter",
    "request_too_large",
    "missing_api_key",
    "invalid_api_key",
    "invalid_credential_context",
    "subscription_required",
    "plan_upgrade_required",
    "insufficient_scope",
    "not_connection_owner",
    "account_closed",
    "account_read_only",
    "endpoint_not_found",
    "resource_not_found",
    "idempotency_key_reused",
    "idempotency_key_in_progress",
    "insufficient_expense_balance",
    "account_not_subscribable",
    "webhook_limit_reached",
    "webhook_paused",
    "rate_limit_exceeded",
    "account_rate_limit_exceeded",
    "webhook_test_limit_exceeded",
    "provider_quota_exhausted",
    "internal_error",
    "service_unavailable",
]


class Account(TypedDict):
    """`Account` of the API."""
    # The id of the account.
    id: str
    # The name that people gave the account, or its bank.
    name: str
    # `depository` (current and savings accounts), `credit` (cards), `loan`, `investment`, `wallet`
    # (cash and prepaid money) or `other`.
    type: Literal["depository", "credit", "loan", "investment", "wallet", "other"]
    # A finer type, such as `checking` or `savings`; null if it is not known.
    subtype: Optional[str]
    # The currency of the amounts: upper-case ISO 4217, such as EUR.
    currency: str
    # Cents, signed from the owner’s side: debt is negative.
    balance: int
    # The amount that can be drawn, in cents; null if the bank does not report it.
    available_balance: Optional[int]
    # The name of the bank; null if it is not known, or the account has no bank.
    institution_name: Optional[str]
    # The last digits of the account’s number; null if the bank does not report them.
    mask: Optional[str]
    # The bank connection, from `GET /connections`; null if the account has none.
    connection_id: Optional[str]
    # Where it comes from: `provider_a` (SimpleFIN), `provider_b` (Plaid), `wallet` (a device),
    # `manual` or `import` (a file).
    provider: Union[Literal["provider_a", "provider_b", "wallet", "manual", "import"], Literal["provider_c"]]
    # True if transactions of the account are imported and announced to webhooks.
    subscribed: bool
    # The household’s choice if this counts as cash; null: decided by its type.
    spendable: Optional[bool]
    # When the account was closed, in UTC; null: it is open.
    closed_at: Optional[str]
    # The moment for which the balance holds, in UTC.
    balance_as_of: str
    # When this was first stored, in UTC.
    created_at: str
    # When this last changed, in UTC.
    updated_at: str


class AccountSummary(TypedDict):
    """`AccountSummary` of the API."""
    # The currency of the amounts: upper-case ISO 4217, such as EUR.
    currency: str
    # The moment for which the sums hold, in UTC.
    as_of: str
    # The sum of the balances in cents, signed from the owner’s side: debt is negative.
    total_balance: int
    # The sum of the balances above zero, in cents.
    assets: int
    # The sum of the balances below zero, in cents: zero or negative.
    liabilities: int
    # Cash in cents: the balances of the accounts that count as cash, less pending payments that
    # have not left the bank yet if the settings say so.
    spendable_balance: int
    # The sum of the balances of all Expenses, in cents.
    set_aside: int
    # `spendable_balance` − `set_aside`, in cents. Negative: more is set aside than there is.
    free_to_spend: int
    # The number of visible accounts, of every currency.
    account_count: int
    # The accounts in the household’s currency, summed by type.
    by_type: List[AccountSummaryByType]
    # All accounts, summed by currency.
    by_currency: List[AccountSummaryByCurrency]


class AccountSummaryByCurrency(TypedDict):
    """`AccountSummaryByCurrency` of the API."""
    # The currency of the amounts: upper-case ISO 4217, such as EUR.
    currency: str
    # The sum of the balances in cents, signed from the owner’s side: debt is negative.
    balance: int
    # The number of accounts that this counts.
    account_count: int


class AccountSummaryByType(TypedDict):
    """`AccountSummaryByType` of the API."""
    # `depository` (current and savings accounts), `credit` (cards), `loan`, `investment`, `wallet`
    # (cash and prepaid money) or `other`.
    type: Literal["depository", "credit", "loan", "investment", "wallet", "other"]
    # The sum of the balances in cents, signed from the owner’s side: debt is negative.
    balance: int
    # The number of accounts that this counts.
    account_count: int


class AggregatorAccount(TypedDict):
    """`AggregatorAccount` of the API."""
    # Catalog identifier, for `account_ids`.
    id: str
    # The account in `GET /accounts`; null: it was never imported.
    account_id: Optional[str]
    # The name that the bank gives the account.
    name: str
    # The type, as in `GET /accounts`.
    type: str
    # A finer type; null if it is not known.
    subtype: Optional[str]
    # The currency of the account: upper-case ISO 4217.
    currency: str
    # Cents at the last contact; debt is negative; null if the bank reports none.
    balance: Optional[int]
    # The last digits of the account’s number; null if the bank does not report them.
    mask: Optional[str]
    # The name of the bank; null if it is not known, or the account has no bank.
    institution_name: Optional[str]
    # True if the account is selected, so that it is imported.
    subscribed: bool
    # False: the provider does not list the account any more.
    available: bool
    # An account that is no longer listed and may be this one under a previous id; null: no such
    # account is known.
    may_be_account_id: Optional[str]
    # When the provider first listed the account, in UTC.
    discovered_at: str


class AggregatorSelection(TypedDict):
    """`AggregatorSelection` of the API."""
    # The connection that was asked about.
    item_id: str
    # The number of accounts that are selected.
    selected_count: int
    # Every account of the connection.
    accounts: List[AggregatorAccount]


class BulkResult(TypedDict):
    """`BulkResult` of the API."""
    # The number of transactions that were stored.
    created: int
    # The number of items that were stored before.
    duplicates: int
    # The number of items that were refused.
    invalid: int
    # One result for each item, in their order.
    results: List[BulkResultResults]


class BulkResultResults(TypedDict):
    """`BulkResultResults` of the API."""
    # The place of the item in the request, from 0.
    index: int
    # What became of the item.
    status: Literal["created", "duplicate", "invalid"]
    # The stored transaction; null if the item is invalid, or in a dry run.
    transaction: Optional[Transaction]
    # Why the item is invalid; null: it is not.
    error: Optional[BulkResultResultsError]


class _BulkResultResultsErrorAlways(TypedDict):
    # A code as in errors, such as `invalid_parameter`.
    code: str
    # The fault in words, for people; do not parse it.
    message: str


class BulkResultResultsError(_BulkResultResultsErrorAlways, total=False):
    """Why the item is invalid; null: it is not."""
    # The field of the item at fault, if it is one.
    param: str


class Category(TypedDict):
    """`Category` of the API."""
    # The id of the category.
    id: str
    # The name of the category.
    name: str
    # The type of the transactions that it is meant for.
    kind: Literal["expense", "income", "transfer"]
    # The category that this one is part of; null: it stands by itself.
    parent_id: Optional[str]
    # The name of the parent; null: it stands by itself.
    group_name: Optional[str]
    # The icon chosen for it; null: none. `look` always has one.
    icon: Optional[str]
    # The color chosen for it, in the words of the one who chose; null: none.
    color: Optional[str]
    # True if Earmark needs it, so that it cannot be removed.
    is_system: bool
    # True if lists to choose from leave it out.
    is_hidden: bool
    # Its place in the order of the household, from 0.
    position: int
    # The hue and the icon (a name of lucide) to show: chosen, or guessed from the name.
    look: CategoryLook
    # Earmark made it with the usual categories, and nobody has changed it since.
    is_starter: bool
    # A transaction or a rule has it.
    in_use: bool
    # When this was first stored, in UTC.
    created_at: str
    # When this last changed, in UTC.
    updated_at: str


class CategoryLook(TypedDict):
    """The hue and the icon (a name of lucide) to show: chosen, or guessed from the name."""
    # The name of a hue.
    hue: Literal["rose", "red", "orange", "amber", "lime", "green", "teal", "cyan", "sky", "blue", "violet", "pink"]
    # The name of an icon of lucide.
    icon: str


class Connection(TypedDict):
    """`Connection` of the API."""
    # The id of the connection.
    id: str
    # The id for `/aggregator/items/{id}`; the same as `id`.
    item_id: str
    # `provider_a` is SimpleFIN, `provider_b` is Plaid. Extension: `provider_c` is Enable Banking.
    provider: Union[Literal["provider_a", "provider_b"], Literal["provider_c"]]
    # The name of the bank; null if the connection has several, or none yet.
    institution_name: Optional[str]
    # Anything but `healthy` and `syncing` has an `error`. `degraded`: one of its banks is at fault.
    # `reauth_required`: its owner must connect again.
    status: Literal["healthy", "syncing", "degraded", "reauth_required", "payment_required", "revoked", "disconnected"]
    # True if the key’s member made the connection.
    is_owner: bool
    # The number of accounts in its catalog.
    account_count: int
    # The number of accounts that are selected.
    subscribed_account_count: int
    # The banks of the connection.
    institutions: List[ConnectionInstitutions]
    # When the last import succeeded; null: none has succeeded yet.
    last_synced_at: Optional[str]
    # When the provider was last asked, with or without success; null: never.
    last_attempt_at: Optional[str]
    # When the next import is due, in UTC; null: none is planned.
    next_sync_at: Optional[str]
    # When the bank’s consent ends, in UTC; null if that is not known.
    consent_expires_at: Optional[str]
    # What is wrong; null: nothing.
    error: Optional[ConnectionProblem]
    # When this was first stored, in UTC.
    created_at: str


class ConnectionInstitutions(TypedDict):
    """`ConnectionInstitutions` of the API."""
    # The name of the bank.
    name: str
    # `healthy`, `stale` (nothing new for three days), or what is wrong.
    status: str
    # What is wrong, in words; null: nothing.
    message: Optional[str]


class ConnectionProblem(TypedDict):
    """What is wrong; null: nothing."""
    # The status of the connection at fault, such as `reauth_required`.
    code: str
    # The fault in words, for people; do not parse it.
    message: str


class _CreatedWebhookAlways(TypedDict):
    # The id of the webhook.
    id: str
    # The name that its member gave it.
    name: str
    # The destination of its deliveries.
    url: str
    # The names of the configured headers, never the values.
    headers: List[str]
    # False: it is paused, and nothing is sent.
    enabled: bool
    # `user`: a person paused it. `destination_gone`: the destination answered 410. Null: it is not
    # paused.
    paused_reason: Optional[Literal["user", "destination_gone"]]
    # `none`: nothing was sent yet. `pending`: a delivery waits for its first attempt. `retrying`:
    # for another one. Otherwise the result of the last delivery.
    delivery_status: Literal["none", "pending", "retrying", "delivered", "failed"]
    # The delivery that was attempted last; null: none was.
    last_delivery: Optional[CreatedWebhookLastDelivery]
    # The number of deliveries that wait.
    pending_deliveries: int
    # When this was first stored, in UTC.
    created_at: str
    # When this last changed, in UTC.
    updated_at: str


class CreatedWebhook(_CreatedWebhookAlways, total=False):
    """`CreatedWebhook` of the API."""
    # `whsec_` and 32 bytes in base64. Left out when the answer is replayed.
    secret: str


class CreatedWebhookLastDelivery(TypedDict):
    """The delivery that was attempted last; null: none was."""
    # The id of the event: deduplicate by it.
    event_id: str
    # The result so far.
    status: Literal["retrying", "delivered", "failed"]
    # The HTTP status; null: there was no HTTP answer.
    http_status: Optional[int]
    # The number of attempts so far.
    attempts: int
    # The moment of the last attempt, in UTC.
    at: str


class _ExpenseAlways(TypedDict):
    # The id of the Expense.
    id: str
    # The name of the Expense.
    name: str
    # `expense`: a bill, or money for regular spending. `goal`: an amount to reach. `credit_card`:
    # what is owed on a linked card.
    type: Literal["expense", "goal", "credit_card"]
    # The amount of one payment, or of the goal, in cents; null: no target (of a card, everything
    # that is owed).
    target_amount: Optional[int]
    # Cents set aside. Already includes `extraReserve`.
    balance: int
    # Which Expenses a payday serves first where money is short.
    funding_priority: Literal["high", "normal", "low"]
    # The first due date, from which the others are counted, or a goal’s day; null: it has none.
    recurrence_anchor_date: Optional[str]
    # Payments to hold in all, the next one included: 1 to 3.
    fund_ahead_payment_count: int
    # The day by which the payments held ahead are complete; null: no such day.
    fund_ahead_build_by: Optional[str]
    # `balance` − `extraReserve`, in cents.
    ordinaryBalance: int
    # Cents held for payments after the next one. Already included in `balance`; never add it again.
    extraReserve: int
    # The balance that holds all payments asked for, in cents.
    reserveGoal: int
    # Cents missing to `reserveGoal`; never negative.
    reserveShortfall: int
    # Cents that the next payday is asked to give for the next payment.
    ordinaryContribution: int
    # Cents that the next payday is asked to give for payments after the next one.
    fundAheadContribution: int
    # `balance` ÷ the payment target, not rounded; 0 without a target.
    paymentsReserved: float
    # The group, from `GET /expense-groups`; null: it is in none.
    group_id: Optional[str]
    # The linked card, from `GET /accounts`; null: no card is linked.
    card_account_id: Optional[str]
    # The paydays that fund it, from `GET /funding-schedules`.
    funding_schedule_ids: List[str]
    # The currency of the amounts: upper-case ISO 4217, such as EUR.
    currency: str
    # The next due date, or a goal’s target date; null: it has no date.
    due_date: Optional[str]
    # Cents set aside for the next payment.
    next_payment_amount: int
    # Cents set aside for the payment that has come due.
    ready_amount: int
    # Cents already spent towards a goal or something needed once; 0 for all others.
    spent_amount: int
    # The next payday that funds it; null: it is paused, or no payday does.
    next_contribution_date: Optional[str]
    # Cents: `ordinaryContribution` + `fundAheadContribution`.
    next_contribution_amount: int
    # False: the next payment is incomplete and no payday is left to complete it.
    on_track: bool
    # The opposite of `on_track`.
    is_behind: bool
    # True: paydays pass it by.
    is_paused: bool
    # The hue and the icon (a name of lucide) to show: chosen, or guessed from the name.
    look: ExpenseLook
    # When this was first stored, in UTC.
    created_at: str
    # When this last changed, in UTC.
    updated_at: str


class Expense(_ExpenseAlways, total=False):
    """`Expense` of the API."""
    # 1, 3, 6 or 12; 2 for a bill that is paid every two months (an extension).
    recurrence_interval_months: Literal[1, 2, 3, 6, 12]
    # Instead of months: 7, 14 or 28 days between two payments.
    recurrence_interval_days: Literal[7, 14, 28]


class ExpenseGroup(TypedDict):
    """`ExpenseGroup` of the API."""
    # The id of the group.
    id: str
    # The name of the group.
    name: str
    # Its place in the order of the household, from 0.
    position: int
    # Its Expenses, in their order.
    expense_ids: List[str]
    # The sum of its Expenses’ `balance`, in cents.
    balance: int
    # The sum of its Expenses’ `target_amount`, in cents.
    target_amount: int
    # When this was first stored, in UTC.
    created_at: str
    # When this last changed, in UTC.
    updated_at: str


class ExpenseLook(TypedDict):
    """The hue and the icon (a name of lucide) to show: chosen, or guessed from the name."""
    # The name of a hue.
    hue: Literal["rose", "red", "orange", "amber", "lime", "green", "teal", "cyan", "sky", "blue", "violet", "pink"]
    # The name of an icon of lucide.
    icon: str


class ExpenseSummary(TypedDict):
    """`ExpenseSummary` of the API."""
    # The currency of the amounts: upper-case ISO 4217, such as EUR.
    currency: str
    # The number of Expenses.
    expense_count: int
    # The sum of their `balance`, in cents.
    total_set_aside: int
    # The sum of their `target_amount`, in cents; null counts 0.
    total_target: int
    # The sum of what they lack to their targets, in cents.
    total_remaining: int
    # The sum of their `extraReserve`, in cents. Already included in `total_set_aside`.
    total_reserve: int
    # The sum of their `reserveShortfall`, in cents.
    total_shortfall: int
    # The next payday; null: no payday funds an Expense.
    next_contribution: Optional[ExpenseSummaryNextContribution]
    # The same by type; types without an Expense are left out.
    by_type: List[ExpenseSummaryByType]


class ExpenseSummaryByType(TypedDict):
    """`ExpenseSummaryByType` of the API."""
    # `expense`: a bill, or money for regular spending. `goal`: an amount to reach. `credit_card`:
    # what is owed on a linked card.
    type: Literal["expense", "goal", "credit_card"]
    # The number of Expenses of this type.
    count: int
    # The sum of their `balance`, in cents.
    set_aside: int
    # The sum of their `target_amount`, in cents.
    target: int


class ExpenseSummaryNextContribution(TypedDict):
    """The next payday; null: no payday funds an Expense."""
    # The first payday that funds any Expense.
    date: str
    # What all Expenses together ask of it, in cents.
    amount: int


class ExpenseTransfer(TypedDict):
    """`ExpenseTransfer` of the API."""
    # The id of the movement.
    id: str
    # The Expense that gave the money.
    from_expense_id: str
    # The Expense that got the money.
    to_expense_id: str
    # The amount that was moved, in cents; positive.
    amount: int
    # The currency of the amounts: upper-case ISO 4217, such as EUR.
    currency: str
    # A note by the person who moved it; null: none.
    note: Optional[str]
    # The balance of the giving Expense afterwards, in cents.
    from_balance_after: int
    # The balance of the other Expense afterwards, in cents.
    to_balance_after: int
    # `api`: by a key. `app`: in the application or on the command line.
    source: Literal["api", "app"]
    # The person who moved it.
    created_by: ExpenseTransferCreatedBy
    # When this was first stored, in UTC.
    created_at: str


class ExpenseTransferCreatedBy(TypedDict):
    """The person who moved it."""
    # The member who moved it.
    member_id: str
    # The key with which they did; null: without a key.
    key_id: Optional[str]


class FundingSchedule(TypedDict):
    """`FundingSchedule` of the API."""
    # The id of the schedule.
    id: str
    # The name of the schedule.
    name: str
    # `biweekly`: every two weeks. `semimonthly`: on two days of each month.
    frequency: Literal["weekly", "biweekly", "semimonthly", "monthly"]
    # Days of the month; 31 is the last day. Empty for schedules in weeks.
    days: List[int]
    # The first payday; schedules in weeks are counted from it.
    anchor: str
    # A payday on a weekend pays on that day (`none`), or on the working day before or after.
    weekend: Literal["none", "before", "after"]
    # Extra paydays in addition to the regular ones.
    extra_days: List[str]
    # The rule as RFC 5545 writes it, without `weekend` and `extra_days`.
    rrule: str
    # The household’s IANA time zone.
    timezone: str
    # The first payday that has not run, possibly today; null: it is paused.
    next_run_date: Optional[str]
    # The last payday that has run; null: none has.
    last_run_date: Optional[str]
    # True unless `weekend` is `none`.
    exclude_weekends: bool
    # True: a payday without enough money continues when income arrives within five days.
    wait_for_deposit: bool
    # The account of its deposit; null: income on any account counts.
    account_id: Optional[str]
    # The income that the forecast expects of each payday, in cents; null: none.
    estimated_deposit: Optional[int]
    # Cents that all Expenses together ask of the next payday.
    estimated_contribution: int
    # False: the schedule is paused.
    enabled: bool
    # The currency of the amounts: upper-case ISO 4217, such as EUR.
    currency: str
    # When this was first stored, in UTC.
    created_at: str
    # When this last changed, in UTC.
    updated_at: str


class KeyDescription(TypedDict):
    """`KeyDescription` of the API."""
    # The personal or joint account (the household) of the key.
    account_id: str
    # The scopes of the key: `data.read`, or both.
    scopes: List[Literal["data.read", "data.write"]]
    # The key itself.
    key: KeyDescriptionKey
    # Both rate limits after this request.
    rate_limit: KeyDescriptionRateLimit


class KeyDescriptionKey(TypedDict):
    """The key itself."""
    # The id of the key.
    id: str
    # When the key ends, in UTC.
    expires_at: str


class KeyDescriptionRateLimit(TypedDict):
    """Both rate limits after this request."""
    # Requests that the key may make in a minute.
    minute_limit: int
    # Requests left to the key in this minute.
    minute_remaining: int
    # Requests that all keys together may make in an hour.
    hour_limit: int
    # Requests left to all keys together in this hour.
    hour_remaining: int


class NetWorth(TypedDict):
    """`NetWorth` of the API."""
    # The currency of the amounts: upper-case ISO 4217, such as EUR.
    currency: str
    # Today, in the household’s time zone.
    as_of: str
    # The sum of the balances above zero, in cents.
    assets: int
    # The sum of the balances below zero, in cents: zero or negative.
    liabilities: int
    # `assets` + `liabilities`, in cents.
    net_worth: int
    # The last twelve month ends and today, oldest first.
    series: List[NetWorthSeries]
    # Today’s balance of every visible account.
    by_account: List[NetWorthByAccount]


class NetWorthByAccount(TypedDict):
    """`NetWorthByAccount` of the API."""
    # The account, from `GET /accounts`.
    account_id: str
    # The currency of the amounts: upper-case ISO 4217, such as EUR.
    currency: str
    # Cents today, signed from the owner’s side: debt is negative.
    balance: int


class NetWorthSeries(TypedDict):
    """`NetWorthSeries` of the API."""
    # The last day of a month; of the present month, today.
    date: str
    # The sum of the balances above zero, in cents.
    assets: int
    # The sum of the balances below zero, in cents: zero or negative.
    liabilities: int
    # `assets` + `liabilities`, in cents.
    net_worth: int


class _NewTransactionAlways(TypedDict):
    # The account that it belongs to, from `GET /accounts`.
    account_id: Id
    # Cents, negative for spending.
    amount: int
    # The name of the merchant or the purpose, for people.
    concept: str
    # The day on which it was booked.
    booked_at: Day


class NewTransaction(_NewTransactionAlways, total=False):
    """`NewTransaction` of the API."""
    # By default `expense` below zero, else `income`.
    type: Literal["expense", "income", "transfer"]
    # The category, from `GET /categories`; null: it has none.
    category_id: Optional[Id]
    # The Expense to spend it from, from `GET /expenses`; null: free-to-spend pays it.
    expense_goal_id: Optional[Id]
    # Private notes; null: none.
    notes: Optional[str]
    # Your own id of it, unique in its account: a repeat changes nothing; null: none.
    external_id: Optional[str]


class QueuedEvent(TypedDict):
    """`QueuedEvent` of the API."""
    # The id of the event: deduplicate by it.
    event_id: str
    # When the event was queued, in UTC.
    queued_at: str


class QueuedEvents(TypedDict):
    """`QueuedEvents` of the API."""
    # The number of events that are delivered again.
    queued: int


class Settings(TypedDict):
    """`Settings` of the API."""
    # The name of the household.
    name: str
    # `personal`: one person. `joint`: several people share it.
    kind: Literal["personal", "joint"]
    # The currency of the household, in which sums are written: upper-case ISO 4217.
    currency: str
    # The IANA time zone that decides which day it is, such as Europe/Madrid.
    timezone: str
    # How amounts and days are written; null: as each reader’s own device does.
    locale: Optional[str]
    # The first day of the week in the application.
    week_starts_on: Literal["monday", "sunday", "saturday"]
    # The day of the calendar month on which each month of the analytics begins.
    month_starts_on_day: int
    # How the application writes days; null: in the words of the locale. In this API they are
    # YYYY-MM-DD.
    date_format: Optional[Literal["YYYY-MM-DD", "DD/MM/YYYY", "MM/DD/YYYY", "DD.MM.YYYY"]]
    # The rules by which free-to-spend is computed.
    free_to_spend: SettingsFreeToSpend
    # The plan and its standing.
    plan: SettingsPlan
    # The last change of these settings, in UTC.
    updated_at: str
    # The people of the household.
    members: List[SettingsMembers]


class SettingsFreeToSpend(TypedDict):
    """The rules by which free-to-spend is computed."""
    # The amount that a payday leaves free to spend, in cents.
    floor: int
    # The accounts whose money counts as cash.
    account_ids: List[str]
    # The types that count as cash where an account’s `spendable` is null; of `depository` checking
    # and savings.
    account_types: List[Literal["depository", "wallet", "investment", "other"]]
    # True if pending payments are subtracted from free-to-spend.
    include_pending: bool


class SettingsMembers(TypedDict):
    """`SettingsMembers` of the API."""
    # The id of the member.
    id: str
    # The name of the member.
    name: str
    # Owners manage people and settings.
    role: Literal["owner", "member"]


class SettingsPlan(TypedDict):
    """The plan and its standing."""
    # The plan of the household.
    code: Literal["free", "standard", "premium"]
    # `trialing` and `active` may write; `trial_ended` may read.
    status: Literal["trialing", "active", "trial_ended", "lapsed", "closed"]
    # True if keys may use this API.
    api_access: bool
    # When the trial ends, in UTC; null: there is no trial.
    trial_ends_at: Optional[str]
    # When the plan renews, in UTC; null: it does not.
    renews_at: Optional[str]


Spending = TypedDict("Spending", {
    # The currency of the amounts: upper-case ISO 4217, such as EUR.
    "currency": "str",
    # The first day that counts.
    "from": "str",
    # The last day that counts.
    "to": "str",
    # What the groups are.
    "group_by": "Literal['category', 'merchant', 'month']",
    # Money spent, in cents; positive.
    "spent": "int",
    # Money that came back, in cents; positive.
    "refunded": "int",
    # `refunded` − `spent`, in cents.
    "net": "int",
    # The number of transactions that this counts.
    "transaction_count": "int",
    # Largest `spent` first; months in their order.
    "groups": "List[SpendingGroups]",
})


class SpendingGroups(TypedDict):
    """`SpendingGroups` of the API."""
    # Identifies the group: the category’s id (`uncategorized` without one), the merchant, or the
    # month as YYYY-MM.
    key: str
    # The name of the group, for people.
    label: str
    # The category of the group; null without one, or if grouped otherwise.
    category_id: Optional[str]
    # Money spent, in cents; positive.
    spent: int
    # Money that came back, in cents; positive.
    refunded: int
    # `refunded` − `spent`, in cents.
    net: int
    # The number of transactions that this counts.
    transaction_count: int
    # The share of all `spent` in basis points: 10,000 are the whole.
    share_bps: int


class SubscriptionState(TypedDict):
    """`SubscriptionState` of the API."""
    # True if the account is followed now.
    subscribed: bool
    # True: transactions that were imported before are kept.
    history_retained: bool


class Success(TypedDict):
    """`Success` of the API."""
    # Always true: what fails is answered with an error.
    success: bool


class SyncRequest(TypedDict):
    """`SyncRequest` of the API."""
    # Identifies this request.
    sync_id: str
    # `queued` if at least one connection was queued.
    status: Literal["queued", "already_running", "nothing_to_sync"]
    # The moment of the request, in UTC.
    requested_at: str
    # What was done for each provider.
    providers: List[SyncRequestProviders]


class SyncRequestProviders(TypedDict):
    """`SyncRequestProviders` of the API."""
    # `provider_a` is SimpleFIN, `provider_b` is Plaid. Extension: `provider_c` is Enable Banking.
    provider: Union[Literal["provider_a", "provider_b"], Literal["provider_c"]]
    # `skipped`: `reason` says why the provider is not asked.
    status: Literal["queued", "already_running", "skipped", "nothing_to_sync"]
    # The number of connections that this counts.
    connection_count: int
    # Why nothing was queued: `no_accounts_selected`, `synced_recently`, `provider_quota_exhausted`,
    # or the status of the connection; null: nothing hinders it.
    reason: Optional[str]
    # Whole seconds after which it may be asked again; null: not limited.
    retry_after: Optional[int]


class SyncStatus(TypedDict):
    """`SyncStatus` of the API."""
    # The state that matters most: `syncing`, then `queued`, `error`, `idle`.
    status: Literal["idle", "queued", "syncing", "error", "not_connected"]
    # When the last import succeeded; null: none has succeeded yet.
    last_synced_at: Optional[str]
    # When the next import is due, in UTC; null: none is planned.
    next_scheduled_at: Optional[str]
    # The providers that have a connection.
    providers: List[SyncStatusProviders]


class SyncStatusProviders(TypedDict):
    """`SyncStatusProviders` of the API."""
    # `provider_a` is SimpleFIN, `provider_b` is Plaid. Extension: `provider_c` is Enable Banking.
    provider: Union[Literal["provider_a", "provider_b"], Literal["provider_c"]]
    # The state that matters most: `syncing`, then `queued`, `error`, `idle`.
    status: Literal["idle", "queued", "syncing", "error", "not_connected"]
    # The number of connections that this counts.
    connection_count: int
    # When the last import succeeded; null: none has succeeded yet.
    last_synced_at: Optional[str]
    # When the provider was last asked, with or without success; null: never.
    last_attempt_at: Optional[str]
    # When the provider may be asked again, in UTC; null: now.
    next_allowed_at: Optional[str]
    # The provider’s limit of requests; null if it has none.
    quota: Optional[SyncStatusProvidersQuota]
    # What is wrong; null: nothing.
    error: Optional[SyncStatusProvidersError]


class SyncStatusProvidersError(TypedDict):
    """What is wrong; null: nothing."""
    # The status of the connection at fault, such as `reauth_required`.
    code: str
    # The fault in words, for people; do not parse it.
    message: str


class SyncStatusProvidersQuota(TypedDict):
    """The provider’s limit of requests; null if it has none."""
    # Requests that a connection may make in 24 hours.
    limit: int
    # Requests left; of several connections, to the one with the fewest.
    remaining: int
    # When the oldest counted request no longer counts, in UTC; null: none counts.
    resets_at: Optional[str]


class Transaction(TypedDict):
    """`Transaction` of the API."""
    # The id of the transaction.
    id: str
    # The bank or wallet account of the transaction.
    account_id: str
    # The name of the merchant or the purpose, for people.
    concept: str
    # The descriptor as the bank sent it; null if `concept` is the same.
    original_concept: Optional[str]
    # Cents, negative for spending.
    amount: int
    # The currency of the amounts: upper-case ISO 4217, such as EUR.
    currency: str
    # The day on which it was booked; of a pending one, when it was made.
    booked_at: str
    # `expense` (spending and its refunds), `income`, or `transfer` between own accounts.
    type: Literal["expense", "income", "transfer"]
    # `pending`: the bank may still change or remove it.
    status: Literal["pending", "booked"]
    # The category, from `GET /categories`; null: it has none, or its parts differ.
    category_id: Optional[str]
    # The Expense that the transaction is spent from; null: free-to-spend pays it, or its parts
    # differ.
    expense_goal_id: Optional[str]
    # Private notes; null: none. No webhook gets them.
    notes: Optional[str]
    # Where it comes from: `provider_a` (SimpleFIN), `provider_b` (Plaid), `wallet` (a device),
    # `manual` or `import` (a file).
    provider: Union[Literal["provider_a", "provider_b", "wallet", "manual", "import"], Literal["provider_c"]]
    # The id that its sender gave it, unique in its account; null: none.
    external_id: Optional[str]
    # Extension. The parts of a split transaction, which add up to `amount`; empty if it is not
    # split. `category_id` and `expense_goal_id` are those that all parts have, null where they
    # differ. Summaries and reports by category or Expense count the parts, all others the whole.
    splits: List[TransactionPart]
    # When this was first stored, in UTC.
    created_at: str
    # When this last changed, in UTC.
    updated_at: str
    # Set on the tombstones of a change feed (`updated_since`), else null.
    deleted_at: Optional[str]


class TransactionCreated(TypedDict):
    """`TransactionCreated` of the API."""
    # The same for every attempt and every webhook: deduplicate by it.
    eventId: str
    # When the event was made, in UTC; the same for every attempt.
    timestamp: str
    # The name of the event.
    name: Literal["transaction.created"]
    # What has happened.
    data: TransactionCreatedData


class TransactionCreatedData(TypedDict):
    """What has happened."""
    # The personal or joint account (the household).
    set_aside_account_id: str
    # The transaction as it was when it was observed.
    transaction: TransactionCreatedDataTransaction


class TransactionCreatedDataTransaction(TypedDict):
    """The transaction as it was when it was observed."""
    # The id of the transaction, for `GET /transactions/{id}`.
    id: str
    # The bank or wallet account of the transaction.
    account_id: str
    # Cents, negative for spending.
    amount: int
    # The currency of the amounts: upper-case ISO 4217, such as EUR.
    currency: str
    # The name of the merchant or the purpose, for people.
    concept: str
    # The day on which it was booked; of a pending one, when it was made.
    booked_at: str
    # When this was first stored, in UTC.
    created_at: str
    # `expense` (spending and its refunds), `income`, or `transfer` between own accounts.
    type: Literal["expense", "income", "transfer"]
    # `pending`: the bank may still change or remove it.
    status: Literal["pending", "booked"]
    # The category, from `GET /categories`; null: it has none, or its parts differ.
    category_id: Optional[str]
    # The Expense that the transaction is spent from; null: free-to-spend pays it, or its parts
    # differ.
    expense_goal_id: Optional[str]
    # Where it comes from: `provider_a` (SimpleFIN), `provider_b` (Plaid), `wallet` (a device),
    # `manual` or `import` (a file).
    provider: Union[Literal["provider_a", "provider_b", "wallet", "manual", "import"], Literal["provider_c"]]


class TransactionPage(TypedDict):
    """`TransactionPage` of the API."""
    # The transactions of this page.
    data: List[Transaction]
    # The number of transactions that match, on all pages.
    total: int
    # The number of this page, from 1.
    page: int
    # The number of pages.
    pages: int
    # The most transactions on a page.
    limit: int
    # True if more transactions follow this page.
    has_more: bool
    # The `cursor` that continues a change feed; null in lists by page.
    next_cursor: Optional[str]


class TransactionPart(TypedDict):
    """`TransactionPart` of the API."""
    # Cents, with the sign of the whole.
    amount: int
    # The category of the part; null: it has none.
    category_id: Optional[str]
    # The Expense that the part is spent from; null: free-to-spend pays it.
    expense_goal_id: Optional[str]
    # A note about the part; null: none.
    note: Optional[str]


TransactionSummary = TypedDict("TransactionSummary", {
    # The currency of the amounts: upper-case ISO 4217, such as EUR.
    "currency": "str",
    # The number of transactions.
    "count": "int",
    # The sum of the transactions of type `income`, in cents.
    "income": "int",
    # The sum of the transactions of type `expense`, refunds included, in cents: usually negative.
    "expense": "int",
    # The sum of the transactions of type `transfer`, in cents.
    "transfer": "int",
    # `income` + `expense`, in cents; transfers are left out.
    "net": "int",
    # How many of them are pending.
    "pending_count": "int",
    # The first day that counts; null: no limit.
    "from": "Optional[str]",
    # The last day that counts; null: no limit.
    "to": "Optional[str]",
    # The same for each currency, the household’s own included.
    "by_currency": "List[TransactionSummaryByCurrency]",
})


class TransactionSummaryByCurrency(TypedDict):
    """`TransactionSummaryByCurrency` of the API."""
    # The currency of the amounts: upper-case ISO 4217, such as EUR.
    currency: str
    # The number of transactions.
    count: int
    # The sum of the transactions of type `income`, in cents.
    income: int
    # The sum of the transactions of type `expense`, refunds included, in cents: usually negative.
    expense: int
    # The sum of the transactions of type `transfer`, in cents.
    transfer: int
    # `income` + `expense`, in cents; transfers are left out.
    net: int


class Webhook(TypedDict):
    """`Webhook` of the API."""
    # The id of the webhook.
    id: str
    # The name that its member gave it.
    name: str
    # The destination of its deliveries.
    url: str
    # The names of the configured headers, never the values.
    headers: List[str]
    # False: it is paused, and nothing is sent.
    enabled: bool
    # `user`: a person paused it. `destination_gone`: the destination answered 410. Null: it is not
    # paused.
    paused_reason: Optional[Literal["user", "destination_gone"]]
    # `none`: nothing was sent yet. `pending`: a delivery waits for its first attempt. `retrying`:
    # for another one. Otherwise the result of the last delivery.
    delivery_status: Literal["none", "pending", "retrying", "delivered", "failed"]
    # The delivery that was attempted last; null: none was.
    last_delivery: Optional[WebhookLastDelivery]
    # The number of deliveries that wait.
    pending_deliveries: int
    # When this was first stored, in UTC.
    created_at: str
    # When this last changed, in UTC.
    updated_at: str


class WebhookDelivery(TypedDict):
    """`WebhookDelivery` of the API."""
    # An event is delivered to a webhook once: its id is the delivery’s.
    id: str
    # The id of the event: deduplicate by it.
    event_id: str
    # The name of the event.
    event: Literal["transaction.created", "webhook.test"]
    # `retrying`: a failed delivery waits for another attempt.
    status: Literal["pending", "retrying", "delivered", "failed", "cancelled"]
    # Why it failed or was cancelled, in words; null: it did not, or was not.
    reason: Optional[str]
    # Why it was cancelled; null: it was not.
    obstacle: Optional[Literal["paused", "member_gone", "no_subscription", "not_followed"]]
    # Attempts of the current run: a redelivery starts again at 0.
    attempts: int
    # When it is attempted next, in UTC; null: it is not.
    next_attempt_at: Optional[str]
    # The HTTP status; null: there was no HTTP answer.
    http_status: Optional[int]
    # Every attempt, oldest first.
    log: List[WebhookDeliveryLog]
    # The body as it is signed and sent.
    body: str
    # When this was first stored, in UTC.
    created_at: str
    # When this last changed, in UTC.
    updated_at: str


class WebhookDeliveryLog(TypedDict):
    """`WebhookDeliveryLog` of the API."""
    # When the attempt began, in UTC.
    at: str
    # How long it took, in milliseconds.
    duration_ms: int
    # The HTTP status; null: there was no HTTP answer.
    http_status: Optional[int]
    # The kind of failure; null if there was an HTTP answer.
    failure: Optional[Literal["bad_url", "bad_header", "refused_address", "dns", "connect", "tls", "timeout", "too_large", "bad_response", "redirect"]]
    # The error, in words; null: none.
    error: Optional[str]
    # The first 2 KB of the answer; null: there was none.
    answer: Optional[str]
    # False: the result came too late to count.
    counted: bool


class WebhookLastDelivery(TypedDict):
    """The delivery that was attempted last; null: none was."""
    # The id of the event: deduplicate by it.
    event_id: str
    # The result so far.
    status: Literal["retrying", "delivered", "failed"]
    # The HTTP status; null: there was no HTTP answer.
    http_status: Optional[int]
    # The number of attempts so far.
    attempts: int
    # The moment of the last attempt, in UTC.
    at: str


class WebhookTest(TypedDict):
    """`WebhookTest` of the API."""
    # The same for every attempt and every webhook: deduplicate by it.
    eventId: str
    # When the event was made, in UTC; the same for every attempt.
    timestamp: str
    # The name of the event.
    name: Literal["webhook.test"]
    # What has happened.
    data: WebhookTestData


class WebhookTestData(TypedDict):
    """What has happened."""
    # The personal or joint account (the household).
    set_aside_account_id: str
    # The webhook that is tested.
    webhook: WebhookTestDataWebhook


class WebhookTestDataWebhook(TypedDict):
    """The webhook that is tested."""
    # The id of the webhook.
    id: str
    # The name of the webhook.
    name: str


#: The body of a webhook request; `event["name"]` says which.
WebhookEvent = Union[TransactionCreated, WebhookTest]
